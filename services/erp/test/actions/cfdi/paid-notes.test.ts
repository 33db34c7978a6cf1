import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { API, verdict } from '../purchase-fixture.ts'
import { idOf, type Shop } from './stamping-fixture.ts'
import { startStampingShop, type StampingShop } from './stamping-shop.ts'
import { rateId, silentLine, taxedArticle } from './taxed-goods.ts'

// A service of its own: a PAC in the test's own process stamps for it.

const REASON = { motivo: 'Por la prueba' }

let here: StampingShop
let own: Shop
let banco: number
let forma: number
let relacion: number

before(async () => {
  here = await startStampingShop()
  ;({ own } = here)
  const { erp } = here
  const first = async (path: string) => Number((await own.list(path))[0]?.['id'])
  banco = await own.create('CuentaBancaria', {
    clave: 'B1',
    nombre: 'Banco',
    banco: await first('Banco?clave=012'),
    tipo: await first('TipoCuentaBancaria?clave=CHEQ'),
    numero_cuenta: '0001',
    moneda: own.moneda,
    cuenta_contable: await first('CuentaContable?clave=102-01'),
    activo: true,
  })
  forma = await own.create('FormaPago', {
    clave: 'TRANSF',
    nombre: 'Transferencia',
    forma_pago_sat: await idOf(erp, sql`forma_pago_sat`, '03'),
    cuenta_bancaria: banco,
    activo: true,
  })
  relacion = await idOf(erp, sql`tipo_relacion_cfdi`, '01')
})

after(() => here.stop())

interface Sale {
  readonly venta: number
  readonly cuenta: number
}

async function invoiced(importe: string, venta: object = {}): Promise<Sale> {
  const id = await own.sale(importe, { venta })
  const answer = await own.actOn('timbrar_venta', id)
  assert.equal(answer.status, 200, answer.text)
  const [cuenta] = await own.list(`CuentaPorCobrar?venta=${id}`)
  return { venta: id, cuenta: Number(cuenta?.['id']) }
}

const act = (model: string, action: string, id: number, inputs: object = {}): Promise<TestAnswer> =>
  own.client.post(`${API}/${model}/${id}/actions/${action}`, inputs)

async function done(...call: Parameters<typeof act>): Promise<TestAnswer['json']> {
  const answer = await act(...call)
  assert.equal(answer.status, 200, `${call[0]}.${call[1]}: ${answer.text}`)
  return answer.json
}

async function collected(cuenta: number, importe: string): Promise<number> {
  const cobro = await own.create('CobroCliente', {
    fecha: '2026-03-02',
    cliente: own.cliente,
    forma_pago: forma,
    cuenta_bancaria: banco,
    moneda: own.moneda,
    importe,
    aplicaciones: [{ cuenta, importe }],
  })
  await done('CobroCliente', 'cobrar', cobro)
  return cobro
}

async function credited(venta: number, precio: string): Promise<number> {
  const [line] = await own.list(`VentaPartida?venta=${venta}`)
  const nota = await own.create('NotaCreditoVenta', {
    fecha: '2026-03-02',
    cliente: own.cliente,
    tipo: 'devolucion',
    tipo_relacion: relacion,
    moneda: own.moneda,
    forma_pago: forma,
    partidas: [
      { venta, venta_partida: line?.['id'], descripcion: 'Devuelto', cantidad: '1', precio },
    ],
  })
  await done('NotaCreditoVenta', 'timbrar_nota_credito', nota)
  return nota
}

const favorOf = async (nota: number) => {
  const [row] = await own.list(`AnticipoVenta?nota_credito=${nota}`)
  return row
}

/** What accounts stand at, by those that are not at zero. */
async function accounts(): Promise<Readonly<Record<string, string>>> {
  const rows = await here.erp.owner.query<{ clave: string; saldo: string }>(sql`
    select c.clave, sum(l.cargo - l.abono)::text as saldo from public.poliza_partida l
    join public.poliza p on p.empresa_id = l.empresa_id and p.id = l.poliza and p.estado in ('aplicada', 'reversada')
    join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
    where l.empresa_id = ${here.erp.empresaId} group by c.clave having sum(l.cargo - l.abono) <> 0 order by c.clave`)
  return Object.fromEntries(rows.map(({ clave, saldo }) => [clave, saldo]))
}

/** By how much accounts differ from what they stood at. */
async function since(before: Readonly<Record<string, string>>) {
  const now = await accounts()
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted()
  return Object.fromEntries(
    keys
      .map((key) => [key, (Number(now[key] ?? 0) - Number(before[key] ?? 0)).toFixed(2)] as const)
      .filter(([, difference]) => Number(difference) !== 0),
  )
}

async function consistent(): Promise<void> {
  const rows: readonly { diferencia: number }[] = (
    await own.client.get(`${API}/reports/consistency`)
  ).json.data
  assert.deepEqual(
    rows.filter(({ diferencia }) => diferencia !== 0),
    [],
  )
}

test('a paid sale is credited: the customer has it to his credit, and its IVA is of what was due', async () => {
  const { venta, cuenta } = await invoiced('1000.00')
  await collected(cuenta, '1160.00')
  const before = await accounts()
  const nota = await credited(venta, '200.00')
  assert.deepEqual(await since(before), {
    '206-01': '-232.00',
    '208-01': '32.00',
    '402-01': '200.00',
  })
  const favor = await favorOf(nota)
  assert.deepEqual(
    [favor?.['importe'], favor?.['saldo'], favor?.['estado']],
    [232, 232, 'pendiente'],
  )
  const row = await own.read('NotaCreditoVenta', nota)
  assert.deepEqual([row['a_favor'], row['iva_cobrado'], row['estado']], [232, 32, 'aplicada'])
  assert.equal((await own.read('Venta', venta))['estado'], 'pagada')
  await consistent()
  await done('NotaCreditoVenta', 'cancelar_nota_credito', nota, REASON)
  assert.deepEqual(await since(before), {})
  assert.equal((await favorOf(nota))?.['estado'], 'cancelado')
  await consistent()
})

test('of a sale that is paid in part what is owed goes first, with its IVA, the rest is to his credit', async () => {
  const { venta, cuenta } = await invoiced('1000.00')
  await collected(cuenta, '580.00')
  const before = await accounts()
  const nota = await credited(venta, '600.00')
  // 696: 580 are owed with 80 of IVA, 116 were paid with 16.
  assert.deepEqual(await since(before), {
    '105-01': '-580.00',
    '206-01': '-116.00',
    '208-01': '16.00',
    '209-01': '80.00',
    '402-01': '600.00',
  })
  assert.equal((await own.read('CuentaPorCobrar', cuenta))['estado'], 'cobrada')
  await consistent()
  await done('NotaCreditoVenta', 'cancelar_nota_credito', nota, REASON)
  assert.deepEqual(await since(before), {})
  const owed = await own.read('CuentaPorCobrar', cuenta)
  assert.deepEqual([owed['saldo'], owed['estado']], [580, 'cobrada_parcial'])
})

test('a sale that was paid at once (PUE) is credited as any other, no more than it was charged', async () => {
  const { venta, cuenta } = await invoiced('100.00', {
    condicion_pago: own.contado,
    forma_pago: forma,
  })
  await collected(cuenta, '116.00')
  await credited(venta, '60.00')
  const [line] = await own.list(`VentaPartida?venta=${venta}`)
  const nota = await own.create('NotaCreditoVenta', {
    fecha: '2026-03-02',
    cliente: own.cliente,
    tipo: 'bonificacion',
    tipo_relacion: relacion,
    moneda: own.moneda,
    partidas: [
      { venta, venta_partida: line?.['id'], descripcion: 'Más', cantidad: '1', precio: '40.01' },
    ],
  })
  const answer = await act('NotaCreditoVenta', 'timbrar_nota_credito', nota)
  assert.deepEqual(verdict(answer), [422, 'VALIDATION'], answer.text)
  await consistent()
})

test('what a customer has to his credit is given back in money, and that is taken back', async () => {
  const { venta, cuenta } = await invoiced('1000.00')
  const cobro = await collected(cuenta, '1160.00')
  const nota = await credited(venta, '200.00')
  const id = Number((await favorOf(nota))?.['id'])
  const before = await accounts()
  const { data } = await done('AnticipoVenta', 'reembolsar_anticipo', id, {
    cuenta_bancaria: banco,
    forma_pago: forma,
    referencia: '811',
  })
  assert.deepEqual(
    [data.record.estado, data.record.saldo, data.record.importe_devuelto],
    ['devuelto', 0, 232],
  )
  assert.deepEqual(await since(before), { '102-01': '-232.00', '206-01': '232.00' })
  const movement = await own.read('MovimientoBancario', Number(data.record.movimiento))
  assert.deepEqual(
    [movement['naturaleza'], movement['importe'], movement['referencia'], movement['estado']],
    ['cargo', 232, '811', 'aplicado'],
  )
  await consistent()
  for (const [model, action, of, inputs] of [
    ['AnticipoVenta', 'reembolsar_anticipo', id, { cuenta_bancaria: banco }],
    ['AnticipoVenta', 'aplicar_anticipo', id, { cuenta }],
    ['NotaCreditoVenta', 'cancelar_nota_credito', nota, REASON],
  ] as const) {
    const answer = await act(model, action, of, inputs)
    assert.deepEqual(verdict(answer), [409, 'INVALID_STATE'], `${action}: ${answer.text}`)
  }
  await done('CobroCliente', 'cancelar_complemento', cobro, REASON)
  const kept = await act('CobroCliente', 'cancelar_cobro', cobro, REASON)
  assert.deepEqual(verdict(kept), [409, 'INVALID_STATE'])
  assert.match(kept.json.errors[0].message, /NotaCreditoVenta \S+ credits what was paid/)
  await done('AnticipoVenta', 'cancelar_reembolso', id, REASON)
  assert.deepEqual(await since(before), {})
  assert.equal((await own.read('AnticipoVenta', id))['estado'], 'pendiente')
  assert.deepEqual(verdict(await act('AnticipoVenta', 'cancelar_reembolso', id, REASON)), [
    409,
    'INVALID_STATE',
  ])
  const typed = await act('AnticipoVenta', 'cancelar_anticipo', id, REASON)
  assert.match(typed.json.errors[0].message, /cancelar_nota_credito takes both back/)
  await done('NotaCreditoVenta', 'cancelar_nota_credito', nota, REASON)
  await done('CobroCliente', 'cancelar_cobro', cobro, REASON)
  await consistent()
})

test('or it pays a later invoice as an advance does', async () => {
  const { venta, cuenta } = await invoiced('1000.00')
  await collected(cuenta, '1160.00')
  const nota = await credited(venta, '100.00')
  const id = Number((await favorOf(nota))?.['id'])
  const later = await invoiced('500.00')
  const before = await accounts()
  await done('AnticipoVenta', 'aplicar_anticipo', id, { cuenta: later.cuenta })
  assert.deepEqual(await since(before), {
    '105-01': '-116.00',
    '206-01': '116.00',
    '208-01': '-16.00',
    '209-01': '16.00',
  })
  assert.equal((await own.read('CuentaPorCobrar', later.cuenta))['saldo'], 464)
  const used = await act('NotaCreditoVenta', 'cancelar_nota_credito', nota, REASON)
  assert.deepEqual(verdict(used), [409, 'INVALID_STATE'])
  assert.match(used.json.errors[0].message, /is aplicado: take that back first/)
  const [use] = await own.list(`AplicacionNotaCredito?anticipo=${id}`)
  await done('AplicacionNotaCredito', 'cancelar_aplicacion', Number(use?.['id']), REASON)
  await done('NotaCreditoVenta', 'cancelar_nota_credito', nota, REASON)
  await consistent()
})

test('of two who give the same money back at once one does; a part that was used is not given back', async () => {
  const { venta, cuenta } = await invoiced('1000.00')
  await collected(cuenta, '1160.00')
  const nota = await credited(venta, '100.00')
  const id = Number((await favorOf(nota))?.['id'])
  const later = await invoiced('10.00')
  await done('AnticipoVenta', 'aplicar_anticipo', id, { cuenta: later.cuenta })
  const both = await Promise.all(
    [1, 2].map(() => act('AnticipoVenta', 'reembolsar_anticipo', id, { cuenta_bancaria: banco })),
  )
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const row = await own.read('AnticipoVenta', id)
  assert.deepEqual([row['importe_devuelto'], row['saldo']], [104.4, 0])
  await consistent()
  await done('AnticipoVenta', 'cancelar_reembolso', id, REASON)
  assert.equal((await own.read('AnticipoVenta', id))['estado'], 'aplicado_parcial')
  await consistent()
})

/** What the report on IVA says of the month: base and IVA of what was collected, by rate. */
async function collectedByRate() {
  const { data } = (await own.client.get(`${API}/reports/vat?desde=2026-03-01&hasta=2026-03-31`))
    .json
  const rows: readonly { concepto: string; tasa: string; base: number; importe: number }[] = data
  const collections = rows.filter(({ concepto }) => concepto === 'actos_cobrados')
  return Object.fromEntries(collections.map(({ tasa, base, importe }) => [tasa, [base, importe]]))
}

test('the report on IVA tells what was collected by its rate, less what notes gave back, as the books have it', async () => {
  const tasa_iva = await rateId(own, { impuesto: '002', valor: '0.08', tipo: 'traslado' })
  const articles = [
    await taxedArticle(own, 'NORTE', { tasa_iva }),
    await taxedArticle(own, 'CERO', {
      tasa_iva: await rateId(own, { impuesto: '002', valor: '0', tipo: 'traslado' }),
    }),
    await taxedArticle(own, 'LIBROS', { exento: true }),
  ]
  const [north = {}, zero = {}, exempt = {}] = await Promise.all(
    articles.map((articulo, index) =>
      silentLine(own, articulo, { precio: `${500 - index * 100}` }),
    ),
  )
  const venta = await own.create('Venta', {
    cliente: own.cliente,
    fecha: '2026-03-02',
    moneda: own.moneda,
    condicion_pago: own.credito,
    partidas: [north, zero, exempt],
  })
  await done('Venta', 'confirmar_venta', venta)
  await done('Venta', 'timbrar_venta', venta)
  const [row] = await own.list(`CuentaPorCobrar?venta=${venta}`)
  const before = await collectedByRate()
  assert.deepEqual(Object.keys(before), ['16'])
  await collected(Number(row?.['id']), '620.00')
  assert.deepEqual(await collectedByRate(), {
    ...before,
    8: [250, 20],
    0: [200, 0],
    exento: [150, 0],
  })
  const sale = await invoiced('1000.00')
  await collected(sale.cuenta, '1160.00')
  const [base = 0, iva = 0] = before['16'] ?? []
  const nota = await credited(sale.venta, '200.00')
  assert.deepEqual((await collectedByRate())['16'], [base + 800, iva + 128])
  await done('NotaCreditoVenta', 'cancelar_nota_credito', nota, REASON)
  assert.deepEqual((await collectedByRate())['16'], [base + 1000, iva + 160])
})
