import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'

import { startOwnErp, type ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { paying, permitted, type Paying } from './payment-fixture.ts'

// A service of its own: its laws hold for all rows of the database.

// Deep: it takes random sequences of payments.

let erp: ErpTest
let company: Paying

before(async () => {
  erp = await startOwnErp()
  company = await paying(erp, erp.admin)
})

after(() => erp.stop())

const REASON = { motivo: 'Rechazado por el banco' }
const pay = (...ids: readonly number[]) => company.act('PagoProveedor', 'pagar', ids)
const cancel = (...ids: readonly number[]) =>
  company.act('PagoProveedor', 'cancelar_pago', ids, REASON)

test('two who pay the same at once pay it once, and a key that comes again has the same answer', async () => {
  const invoice = await company.invoice({ neto: '100.00' })
  const payment = await company.payment('116.00', [{ cuenta: invoice, importe: '116.00' }])
  const other = await company.payment('116.00', [{ cuenta: invoice, importe: '116.00' }])
  const answers = await Promise.all([pay(payment), pay(payment), pay(other)])
  assert.equal(answers.filter((one) => verdict(one)[1] === null).length, 1)
  assert.deepEqual(await company.left(invoice), [['pagada', 0]])
  const again = await company.payment('5.00', [])
  const headers = { 'idempotency-key': 'pago-1' }
  const call = () =>
    erp.admin.send('POST', `${API}/PagoProveedor/actions/pagar`, {
      headers,
      body: { ids: [again] },
    })
  const [one, two] = [await call(), await call()]
  assert.deepEqual(one.json, two.json)
  const rows = await erp.admin.get(`${API}/AnticipoProveedor?pago=${again}`)
  assert.equal(rows.json.data.length, 1)
})

test('who has no right does not pay, who has a limit pays up to it, and no company pays for another', async () => {
  const clerk = await permitted(erp, company, {
    usuario: 'cajero',
    rights: { 'PagoProveedor.leer': null, 'PagoProveedor.pagar': '100.00' },
  })
  const small = await company.payment('100.00', [])
  const large = await company.payment('100.01', [])
  const by = (id: number, action = 'pagar') =>
    clerk.post(`${API}/PagoProveedor/actions/${action}`, {
      ids: [id],
      ...(action === 'pagar' ? {} : REASON),
    })
  assert.deepEqual(verdict(await by(small)), [200, null])
  assert.deepEqual(verdict(await by(large)), [200, 'FORBIDDEN'])
  assert.deepEqual(verdict(await by(small, 'cancelar_pago')), [403, 'FORBIDDEN'])
  const stranger = await erp.otherCompany()
  const answer = await stranger.post(`${API}/PagoProveedor/actions/pagar`, { ids: [large] })
  assert.deepEqual(verdict(answer), [200, 'NOT_FOUND'])
})

test('the supplier is told of a payment and of its end, subscribers hear of both, and the audit log has each change', async () => {
  const invoice = await company.invoice({ neto: '100.00' })
  const payment = await company.payment('16.00', [{ cuenta: invoice, importe: '16.00' }])
  await pay(payment)
  await cancel(payment)
  const mails = await erp.owner.query<{ destino: string; asunto: string }>(sql`
    select destino, contenido->>'asunto' as asunto from oficina.salida
    where modelo = 'PagoProveedor' and registro = ${String(payment)} and tipo = 'correo' order by id`)
  const { folio } = await company.read('PagoProveedor', payment)
  assert.deepEqual(mails, [
    { destino: 'p1@proveedores.example', asunto: `Aviso de pago ${String(folio)}` },
    { destino: 'p1@proveedores.example', asunto: `Cancelación del pago ${String(folio)}` },
  ])
  const audit = async (model: string, id: number) =>
    (
      await erp.owner.query<{ estado: string }>(sql`
        select r.despues->>'estado' as estado from public.registro_auditoria r
        join public.modelo_sistema m on m.id = r.modelo and m.nombre = ${model}
        where r.registro = ${String(id)} and r.operacion = 'accion' order by r.id`)
    ).map(({ estado }) => estado)
  assert.deepEqual(await audit('PagoProveedor', payment), ['aplicado', 'cancelado'])
  assert.deepEqual(await audit('CuentaPorPagar', invoice), ['pagada_parcial', 'autorizada'])
})

test('what is paid of what was received of a purchase moves in its budget from accrued to spent, and back', async () => {
  const unidad = (await erp.admin.get(`${API}/UnidadMedida?per_page=1`)).json.data[0].id
  const condicion_pago = await company.create('CondicionPago', {
    clave: '30D',
    nombre: '30 días',
    dias: 30,
    aplica: 'proveedores',
  })
  const presupuesto = await company.create('Presupuesto', {
    clave: 'G26',
    nombre: 'Gastos 2026',
    ejercicio: 1,
    tipo: 'gastos',
    escenario: 'base',
    revision: 1,
    moneda: company.peso,
    responsable: 1,
    estado: 'vigente',
  })
  const partida_presupuesto = await company.create('PresupuestoPartida', {
    presupuesto,
    partida: 1,
    cuenta_contable: 2,
    importe: '1000.00',
  })
  const compra = await company.create('Compra', {
    proveedor: company.proveedor,
    moneda: company.peso,
    condicion_pago,
    partidas: [
      { descripcion: 'Servicio', cantidad: '10', unidad, precio: '30', partida_presupuesto },
    ],
  })
  const almacen = await company.create('Almacen', {
    clave: 'GRAL',
    nombre: 'General',
    sucursal: await company.create('Sucursal', { clave: 'MTZ', nombre: 'Matriz' }),
    tipo: 'general',
  })
  for (const [action, inputs] of [
    ['autorizar_compra', {}],
    ['recibir_compra', { almacen }],
  ] as const) {
    const answer = await company.act('Compra', action, [compra], inputs)
    assert.deepEqual(verdict(answer), [200, null], answer.text)
  }
  const [ordered] = (await erp.admin.get(`${API}/CompraPartida?compra=${compra}`)).json.data
  const line = { compra_partida: ordered.id, descripcion: 'Servicio', cantidad: '10', precio: '30' }
  const invoice = await company.invoice({
    neto: '300.00',
    iva: '48.00',
    more: { compra, partidas: [{ ...line, impuestos: '48.00' }] },
  })
  const columns = async () => {
    const { comprometido, devengado, ejercido, disponible } = await company.read(
      'PresupuestoPartida',
      partida_presupuesto,
    )
    return [comprometido, devengado, ejercido, disponible]
  }
  assert.deepEqual(await columns(), [0, 300, 0, 700])
  const parts = []
  for (const importe of ['116.00', '232.00']) {
    parts.push(await company.payment(importe, [{ cuenta: invoice, importe }]))
  }
  assert.deepEqual(verdict(await pay(parts[0] ?? 0)), [200, null])
  assert.deepEqual(await columns(), [0, 200, 100, 700])
  assert.deepEqual(verdict(await pay(parts[1] ?? 0)), [200, null])
  assert.deepEqual(await columns(), [0, 0, 300, 700])
  assert.deepEqual(verdict(await cancel(parts[0] ?? 0)), [200, null])
  assert.deepEqual(await columns(), [0, 100, 200, 700])
})

type Step = readonly [
  kind: 'pay' | 'advance' | 'apply' | 'cancel' | 'unapply',
  which: number,
  part: number,
]

const STEP = fc.tuple(
  fc.constantFrom('pay', 'pay', 'pay', 'advance', 'apply', 'cancel', 'unapply'),
  fc.nat(),
  fc.integer({ min: 1, max: 100 }),
)

const pick = <T>(values: readonly T[], which: number) => values[which % values.length]

/** Makes and pays a draft: of an invoice in part, in its own currency or in pesos, with something over at times. */
async function payPart(cuenta: number | null, part: number): Promise<number> {
  const invoice = cuenta === null ? {} : await company.read('CuentaPorPagar', cuenta)
  const amount = Math.ceil(Number(invoice['saldo'] ?? 0) * part) / 100
  const isForeign = invoice['moneda'] === company.dollar
  const inDollars = isForeign && part % 2 === 0
  const over = cuenta === null || part % 5 === 0 ? part + 0.33 : 0
  const importe = amount * (isForeign && !inDollars ? 18 : 1) + over
  const payment = await company.payment(
    importe.toFixed(2),
    amount > 0 ? [{ cuenta, importe: amount.toFixed(2) }] : [],
    inDollars
      ? { moneda: company.dollar, tipo_cambio: '18', cuenta_bancaria: company.dolares }
      : {},
  )
  await pay(payment)
  return payment
}

async function anyOf(model: string, which: number): Promise<number> {
  const rows = (await erp.admin.get(`${API}/${model}?per_page=200&sort=id`)).json.data
  return pick<{ id: number }>(rows, which)?.id ?? 0
}

/** Runs steps that mostly succeed; those that do not are refused, and change nothing. */
async function walk(invoices: readonly number[], steps: readonly Step[]): Promise<void> {
  const payments: number[] = []
  for (const [kind, which, part] of steps) {
    const cuenta = pick(invoices, which) ?? 0
    if (kind === 'cancel') await cancel(pick(payments, which) ?? 0)
    else if (kind === 'apply') {
      const id = await anyOf('AnticipoProveedor', part)
      await company.act('AnticipoProveedor', 'aplicar_anticipo', [id], { cuenta })
    } else if (kind === 'unapply') {
      const id = await anyOf('AnticipoProveedorAplicacion', which)
      await company.act('AnticipoProveedorAplicacion', 'cancelar_aplicacion', [id], REASON)
    } else {
      const isOwed = Number((await company.read('CuentaPorPagar', cuenta))['saldo']) > 0
      payments.push(await payPart(kind === 'pay' && isOwed ? cuenta : null, part))
    }
  }
}

/** What must hold at any moment of invoices, advances, the bank and the books. */
async function assertPaymentsWhole(): Promise<void> {
  const invoices = await erp.allRows(sql`
    with a as (
      select a.cuenta, a.importe + coalesce(a.descuento, 0) as importe, a.importe_base, a.iva
      from public.pago_proveedor_aplicacion a
      join public.pago_proveedor p on p.empresa_id = a.empresa_id and p.id = a.pago and p.estado = 'aplicado'
      union all
      select cuenta, importe, importe_base, iva from public.anticipo_proveedor_aplicacion where not cancelada),
    s as (
      select u.id, u.estado, u.saldo, u.total, u.tipo_cambio, coalesce(sum(a.importe), 0) as pagado,
        coalesce(sum(a.importe_base), 0) as base, coalesce(sum(a.iva), 0) as iva,
        round((select coalesce(sum(d.importe), 0) from public.cuenta_por_pagar_impuesto d where d.cuenta = u.id)
          * u.tipo_cambio, 2) as impuesto
      from public.cuenta_por_pagar u left join a on a.cuenta = u.id where u.empresa_id = ${erp.empresaId} group by u.id, u.empresa_id)
    select * from s where saldo + pagado <> total or saldo < 0
      or abs(base - pagado * tipo_cambio) > 0.05 or abs(iva - impuesto * pagado / total) > 0.05
      or (saldo = 0 and (base <> round(total * tipo_cambio, 2) or iva <> impuesto))
      or (estado = 'pagada') <> (saldo = 0) or (estado = 'pagada_parcial') <> (pagado > 0 and saldo > 0)`)
  assert.deepEqual(invoices, [], 'invoices are what they were less what was paid of them')
  const [books] = await erp.allRows<Record<string, number>>(sql`
    with l as (
      select c.clave, l.cargo - l.abono as importe, l.importe_moneda * sign(l.cargo - l.abono) as moneda
      from public.poliza_partida l
      join public.poliza p on p.empresa_id = l.empresa_id and p.id = l.poliza and p.origen = 'tesoreria'
      join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
      where l.empresa_id = ${erp.empresaId})
    select (select coalesce(sum(importe), 0) from l where clave = '201-01')::float8 as proveedores,
      (select coalesce(sum(importe), 0) from l where clave = '118-01')::float8 as iva,
      (select coalesce(sum(importe), 0) from l where clave = '119-01')::float8 as pendiente,
      (select coalesce(sum(importe), 0) from l where clave = '120-01')::float8 as anticipos,
      (select coalesce(sum(importe), 0) from l where clave = '102-BMX')::float8 as banco,
      (select coalesce(sum(moneda), 0) from l where clave = '102-BUS')::float8 as dolares`)
  const [rows] = await erp.allRows<Record<string, number>>(sql`
    with a as (
      select a.importe_base, a.iva, a.iva_pagado from public.pago_proveedor_aplicacion a
      join public.pago_proveedor p on p.empresa_id = a.empresa_id and p.id = a.pago and p.estado = 'aplicado'
      union all
      select importe_base, iva, iva_pagado from public.anticipo_proveedor_aplicacion where not cancelada),
    m as (
      select b.clave, case v.naturaleza when 'abono' then v.importe else -v.importe end as importe
      from public.movimiento_bancario v
      join public.cuenta_bancaria b on b.empresa_id = v.empresa_id and b.id = v.cuenta_bancaria
      where v.estado = 'aplicado')
    select (select coalesce(sum(importe_base), 0) from a)::float8 as proveedores,
      (select coalesce(sum(iva_pagado), 0) from a)::float8 as iva,
      (select coalesce(-sum(iva), 0) from a)::float8 as pendiente,
      (select coalesce(sum(round(n.importe * n.tipo_cambio, 2) - coalesce((select sum(x.anticipo_base)
          from public.anticipo_proveedor_aplicacion x where x.anticipo = n.id and not x.cancelada), 0)), 0)
        from public.anticipo_proveedor n where n.estado <> 'cancelado')::float8 as anticipos,
      (select coalesce(sum(importe), 0) from m where clave = 'BMX')::float8 as banco,
      (select coalesce(sum(importe), 0) from m where clave = 'BUS')::float8 as dolares`)
  assert.deepEqual(books, rows, 'the books say what the documents do')
  const unbalanced = await erp.allRows(sql`
    select poliza from public.poliza_partida group by empresa_id, poliza having sum(cargo) <> sum(abono)`)
  assert.deepEqual(unbalanced, [])
}

const RUNS = Number(process.env['PAYMENT_RUNS'] ?? 2)

test('whatever is paid, advanced, applied and taken back, balances, books and the bank say the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 12, maxLength: 25 }), async (steps) => {
      const dollars = (tipo_cambio: string) => ({ moneda: company.dollar, tipo_cambio })
      const invoices = [
        await company.invoice({ neto: '1000.01' }),
        await company.invoice({ neto: '33.33', iva: '5.33' }),
        await company.invoice({ neto: '77.77', more: dollars('17.123457') }),
        await company.invoice({ neto: '0.19', iva: '0.03', more: dollars('18.9') }),
      ]
      await walk(invoices, steps)
      await assertPaymentsWhole()
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})

test('folios of movements and advances that somebody typed are left out', async () => {
  const paid = async () => {
    const payment = await company.payment('10.00', [])
    assert.deepEqual(verdict(await pay(payment)), [200, null])
    const { movimiento_bancario } = await company.read('PagoProveedor', payment)
    const movement = await company.read('MovimientoBancario', Number(movimiento_bancario))
    const path = `${API}/AnticipoProveedor?pago=${payment}`
    const [advance] = (await erp.admin.get(path)).json.data
    return [String(movement['folio']), String(advance.folio)] as const
  }
  const after = (folio: string, n: number) =>
    folio.slice(0, 3) + String(Number(folio.slice(3)) + n).padStart(5, '0')
  const [movement, advance] = await paid()
  await company.create('MovimientoBancario', {
    folio: after(movement, 1),
    fecha: '2026-03-02',
    cuenta_bancaria: company.banco,
    tipo: 'deposito',
    naturaleza: 'abono',
    importe: '1.00',
    moneda: company.peso,
  })
  await company.create('AnticipoProveedor', {
    folio: after(advance, 1),
    fecha: '2026-03-02',
    proveedor: company.proveedor,
    moneda: company.peso,
    importe: '1.00',
  })
  assert.deepEqual(await paid(), [after(movement, 2), after(advance, 2)])
})
