import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { booked, payeeAccount, paying, permitted, problem, type Paying } from './payment-fixture.ts'

let erp: ErpTest
let company: Paying

before(async () => {
  erp = await startErp()
  company = await paying(erp, erp.admin)
})

after(() => erp.stop())

const REASON = { motivo: 'Rechazado por el banco' }
const pay = (...ids: readonly number[]) => company.act('PagoProveedor', 'pagar', ids)
const cancel = (...ids: readonly number[]) =>
  company.act('PagoProveedor', 'cancelar_pago', ids, REASON)

async function linesOf(pago: number) {
  return (await erp.admin.get(`${API}/PagoProveedorAplicacion?pago=${pago}&sort=partida`)).json.data
}

test('a payment settles what its lines name, and books it with the taxes that can now be credited', async () => {
  const invoice = await company.invoice({ neto: '1000.00', ieps: '80.00' })
  const payment = await company.payment('620.00', [{ cuenta: invoice, importe: '620.00' }])
  const answer = await pay(payment)
  assert.deepEqual(verdict(answer), [200, null], answer.text)
  assert.deepEqual(await company.left(invoice), [['pagada_parcial', 620]])
  assert.deepEqual(await booked(erp, 'PagoProveedor', payment), {
    '102-BMX': [0, 620],
    '118-01': [80, 0],
    '118-03': [40, 0],
    '119-01': [0, 80],
    '119-03': [0, 40],
    '201-01': [620, 0],
  })
  const stored = await company.read('PagoProveedor', payment)
  const movement = await company.read('MovimientoBancario', Number(stored['movimiento_bancario']))
  assert.deepEqual(
    [stored['estado'], stored['poliza'] === null, movement['poliza'] === stored['poliza']],
    ['aplicado', false, true],
  )
  const { tipo, naturaleza, importe, estado, registro } = movement
  assert.deepEqual(
    [tipo, naturaleza, importe, estado, registro],
    ['transferencia', 'cargo', 620, 'aplicado', String(payment)],
  )
  const [line] = await linesOf(payment)
  assert.deepEqual(
    [
      line.importe_pago,
      line.saldo_posterior,
      line.parcialidad,
      line.importe_base,
      line.iva,
      line.ieps,
    ],
    [620, 620, 1, 620, 80, 40],
  )
})

test('reports tell what is still owed by age, and what the banks hold after it', async () => {
  const owed = await erp.admin.get(`${API}/reports/payables-ageing`)
  assert.equal(owed.status, 200, owed.text)
  const ages = ['por_vencer', 'vencido_30', 'vencido_60', 'vencido_90', 'vencido_mas_90']
  const [supplier] = owed.json.data
  assert.deepEqual([supplier.moneda_str, supplier.total, supplier.total_base], ['MXN', 620, 620])
  const sum = (of: Record<string, number>, end: string) =>
    ages.reduce((all, age) => all + (of[age + end] ?? Number.NaN), 0)
  assert.equal(sum(supplier, ''), 620)
  assert.equal(sum(owed.json.meta, '_base'), owed.json.meta.total_base)
  const nobody = await erp.admin.get(`${API}/reports/payables-ageing?proveedor=999999`)
  assert.deepEqual([nobody.json.data, nobody.json.meta.total_base], [[], 0])

  const banks = await erp.admin.get(`${API}/reports/cash`)
  assert.equal(banks.status, 200, banks.text)
  const moved = banks.json.data.filter(({ ultimo }: { ultimo: string | null }) => ultimo !== null)
  assert.deepEqual(
    moved.map(({ saldo, moneda_str: moneda }: { saldo: number; moneda_str: string }) => [
      saldo,
      moneda,
    ]),
    [[-620, 'MXN']],
  )
})

test('the last of several payments takes what rounding left of the taxes', async () => {
  const invoice = await company.invoice({ neto: '99.99', iva: '16.00' })
  const parts = ['38.66', '38.66', '38.67']
  const payments = []
  for (const importe of parts) {
    payments.push(await company.payment(importe, [{ cuenta: invoice, importe }]))
  }
  const answer = await pay(...payments)
  assert.deepEqual(verdict(answer), [200, null], answer.text)
  assert.deepEqual(await company.left(invoice), [['pagada', 0]])
  const lines = (await Promise.all(payments.map(linesOf))).flat()
  assert.deepEqual(
    lines.map(({ iva, parcialidad }) => [iva, parcialidad]),
    [
      [5.33, 1],
      [5.34, 2],
      [5.33, 3],
    ],
  )
})

test('what is paid for no invoice is an advance, which pays others later', async () => {
  const payment = await company.payment('500.00', [])
  assert.deepEqual(verdict(await pay(payment)), [200, null])
  assert.deepEqual(await booked(erp, 'PagoProveedor', payment), {
    '102-BMX': [0, 500],
    '120-01': [500, 0],
  })
  const [advance] = (await erp.admin.get(`${API}/AnticipoProveedor?pago=${payment}`)).json.data
  assert.deepEqual([advance.estado, advance.importe, advance.saldo], ['pendiente', 500, 500])
  const invoice = await company.invoice({ neto: '300.00' })
  const apply = (inputs: object) =>
    company.act('AnticipoProveedor', 'aplicar_anticipo', [advance.id], inputs)
  const foreign = await company.invoice({ neto: '10', more: { proveedor: company.otro } })
  assert.equal(problem(await apply({ cuenta: foreign })).field, 'cuenta')
  assert.equal(problem(await apply({ cuenta: invoice, importe: '348.01' })).field, 'importe')
  const answer = await apply({ cuenta: invoice })
  assert.deepEqual(verdict(answer), [200, null], answer.text)
  assert.deepEqual(await company.left(invoice), [['pagada', 0]])
  const read = async () => {
    const { estado, saldo } = await company.read('AnticipoProveedor', advance.id)
    return [estado, saldo]
  }
  assert.deepEqual(await read(), ['aplicado_parcial', 152])
  const entry = {
    '118-01': [48, 0],
    '119-01': [0, 48],
    '120-01': [0, 348],
    '201-01': [348, 0],
  }
  assert.deepEqual(await booked(erp, 'AnticipoProveedor', advance.id), entry)
  const kept = await cancel(payment)
  assert.deepEqual(verdict(kept), [200, 'HAS_DEPENDENTS'])
  const { dependents } = problem(kept)
  const [id] = (dependents as { AnticipoProveedorAplicacion: { ids: readonly number[] } })
    .AnticipoProveedorAplicacion.ids
  const takeBack = () =>
    company.act('AnticipoProveedorAplicacion', 'cancelar_aplicacion', [id ?? 0], REASON)
  assert.deepEqual(verdict(await takeBack()), [200, null])
  assert.deepEqual(verdict(await takeBack()), [200, 'INVALID_STATE'])
  assert.deepEqual(await company.left(invoice), [['autorizada', 348]])
  assert.deepEqual(await read(), ['pendiente', 500])
  const back = await booked(erp, 'AnticipoProveedor', advance.id)
  assert.ok(Object.values(back).every(([debit, credit]) => debit === credit))
  const put = await erp.admin.send('PUT', `${API}/AnticipoProveedor/${advance.id}`, {
    body: { importe: '1' },
  })
  assert.deepEqual(verdict(put), [409, 'INVALID_STATE'])
  assert.deepEqual(verdict(await cancel(payment)), [200, null])
  assert.deepEqual(await read(), ['cancelado', 0])
})

test('an invoice in dollars that pesos pay leaves at its own rate, and what the exchange took is a loss', async () => {
  const dollars = { moneda: company.dollar, tipo_cambio: '17.5' }
  const invoice = await company.invoice({ neto: '100.00', more: dollars })
  const inPesos = { cuenta: invoice, importe: '58.00' }
  const far = await company.payment('1200.00', [{ ...inPesos, importe_pago: '1200.00' }])
  const clerk = await permitted(erp, company, {
    usuario: 'pagador',
    rights: { 'PagoProveedor.leer': null, 'PagoProveedor.pagar': null },
  })
  const refused = problem(await clerk.post(`${API}/PagoProveedor/actions/pagar`, { ids: [far] }))
  assert.deepEqual([refused.code, refused.field], ['VALIDATION', 'aplicaciones[1].importe_pago'])
  const payment = await company.payment('1044.00', [inPesos])
  const answer = await pay(payment)
  assert.deepEqual(verdict(answer), [200, null], answer.text)
  assert.deepEqual(await company.left(invoice), [['pagada_parcial', 58]])
  assert.deepEqual(await booked(erp, 'PagoProveedor', payment), {
    '102-BMX': [0, 1044],
    '118-01': [144, 0],
    '119-01': [0, 140],
    '201-01': [1015, 0],
    '701-01': [25, 0],
  })
  const [supplier] = await erp.owner.query<{ clave: string; moneda: number; rate: string }>(sql`
    select m.clave, l.importe_moneda::float8 as moneda, l.tipo_cambio::text as rate
    from public.poliza p join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
    join public.cuenta_contable c on c.empresa_id = p.empresa_id and c.id = l.cuenta_contable
    join public.moneda m on m.id = l.moneda
    where p.registro = ${String(payment)} and c.clave = '201-01' and p.origen = 'tesoreria'`)
  assert.deepEqual(supplier, { clave: 'USD', moneda: 58, rate: '17.500000' })
  const rest = await company.payment('58.00', [{ cuenta: invoice, importe: '58.00' }], {
    moneda: company.dollar,
    tipo_cambio: '17',
    cuenta_bancaria: company.dolares,
  })
  await erp.admin.post(`${API}/TipoCambio`, {
    moneda: company.dollar,
    fecha: '2026-03-02',
    fuente: 'interno',
    tipo_cambio: '17',
  })
  assert.deepEqual(verdict(await pay(rest)), [200, null])
  assert.deepEqual(await company.left(invoice), [['pagada', 0]])
  assert.deepEqual(await booked(erp, 'PagoProveedor', rest), {
    '102-BUS': [0, 986],
    '118-01': [136, 0],
    '119-01': [0, 140],
    '201-01': [1015, 0],
    '702-01': [0, 25],
  })
})

test('a discount for paying early is what the terms give, until their day', async () => {
  const terms = await company.create('CondicionPago', {
    clave: '2/10',
    nombre: '2 % en 10 días',
    dias: 30,
    dias_descuento: 20,
    descuento_pronto_pago: '0.02',
    aplica: 'proveedores',
  })
  const invoice = await company.invoice({ neto: '1000.00', more: { condicion_pago: terms } })
  const early = (descuento: string, importe: string, fecha = '2026-03-02') =>
    company.payment(importe, [{ cuenta: invoice, importe, descuento }], { fecha })
  assert.equal(
    problem(await pay(await early('24.00', '1136.00'))).field,
    'aplicaciones[1].descuento',
  )
  const other = await company.invoice({ neto: '10.00' })
  const without = await company.payment('11.00', [
    { cuenta: other, importe: '11.00', descuento: '0.10' },
  ])
  assert.equal(problem(await pay(without)).field, 'aplicaciones[1].descuento')
  const payment = await early('23.20', '1136.80')
  assert.deepEqual(verdict(await pay(payment)), [200, null])
  assert.deepEqual(await company.left(invoice), [['pagada', 0]])
  assert.deepEqual(await booked(erp, 'PagoProveedor', payment), {
    '102-BMX': [0, 1136.8],
    '118-01': [160, 0],
    '119-01': [0, 160],
    '201-01': [1160, 0],
    '503-01': [0, 23.2],
  })
})

test('cancelling a payment brings back what it did, and an invoice once paid is not cancelled', async () => {
  const invoice = await company.invoice({ neto: '1000.00' })
  const payment = await company.payment('600.00', [{ cuenta: invoice, importe: '500.00' }])
  await pay(payment)
  const put = (model: string, id: number, body: object) =>
    erp.admin.send('PUT', `${API}/${model}/${id}`, { body })
  const cancelInvoice = () => company.act('CuentaPorPagar', 'cancelar_factura', [invoice], REASON)
  assert.deepEqual(verdict(await cancelInvoice()), [200, 'INVALID_STATE'])
  const { movimiento_bancario } = await company.read('PagoProveedor', payment)
  const movement = Number(movimiento_bancario)
  for (const body of [{ importe: '1.00' }, { estado: 'cancelado' }]) {
    assert.deepEqual(verdict(await put('MovimientoBancario', movement, body)), [
      409,
      'INVALID_STATE',
    ])
  }
  assert.equal((await put('MovimientoBancario', movement, { conciliado: true })).status, 200)
  assert.deepEqual(verdict(await cancel(payment)), [200, 'INVALID_STATE'])
  assert.equal((await put('MovimientoBancario', movement, { conciliado: false })).status, 200)
  assert.deepEqual(verdict(await cancel(payment)), [200, null])
  assert.deepEqual(await company.left(invoice), [['autorizada', 1160]])
  const { estado, motivo_cancelacion } = await company.read('PagoProveedor', payment)
  assert.deepEqual([estado, motivo_cancelacion], ['cancelado', REASON.motivo])
  assert.equal((await company.read('MovimientoBancario', movement))['estado'], 'cancelado')
  const sides = Object.values(await booked(erp, 'PagoProveedor', payment))
  assert.ok(sides.length > 0 && sides.every(([debit, credit]) => debit === credit))
  assert.deepEqual(verdict(await cancel(payment)), [200, 'INVALID_STATE'])
  assert.deepEqual(verdict(await pay(payment)), [200, 'INVALID_STATE'])
  assert.deepEqual(verdict(await cancelInvoice()), [200, null])
})

test('a payment is refused for what is wrong with it, each by its name, and leaves no trace', async () => {
  const invoice = await company.invoice({ neto: '100.00' })
  const foreign = await company.invoice({ neto: '100.00', more: { proveedor: company.otro } })
  const draft = await company.invoice({ neto: '100.00', isDraft: true })
  const line = { cuenta: invoice, importe: '50.00' }
  const validator = await permitted(erp, company, {
    usuario: 'valida',
    rights: {
      'ProveedorCuentaBancaria.leer': null,
      'ProveedorCuentaBancaria.validar_cuenta': null,
    },
  })
  const cases: readonly (readonly [readonly object[], object, string, string | undefined])[] = [
    [[{ cuenta: invoice, importe: '116.01' }], {}, 'VALIDATION', 'aplicaciones[1].importe'],
    [[{ cuenta: foreign, importe: '1.00' }], {}, 'VALIDATION', 'aplicaciones[1].cuenta'],
    [[{ cuenta: draft, importe: '1.00' }], {}, 'INVALID_STATE', 'aplicaciones[1].cuenta'],
    [[line, { ...line, importe: '66.01' }], {}, 'VALIDATION', 'aplicaciones[2].importe'],
    [[{ ...line, importe_pago: '49.00' }], {}, 'VALIDATION', 'aplicaciones[1].importe_pago'],
    [[line], { importe: '49.99' }, 'VALIDATION', 'importe'],
    [[line], { fecha: '2026-03-03' }, 'VALIDATION', 'fecha'],
    [[line], { fecha: '2020-01-01' }, 'PERIOD_CLOSED', undefined],
    [[line], { cuenta_bancaria: company.dolares }, 'VALIDATION', 'cuenta_bancaria'],
    [[line], { tipo_cambio: '2' }, 'VALIDATION', 'tipo_cambio'],
    [
      [line],
      { cuenta_destino: await payeeAccount(company, { proveedor: company.otro, by: validator }) },
      'VALIDATION',
      'cuenta_destino',
    ],
    [
      [line],
      { cuenta_destino: await payeeAccount(company, { proveedor: company.proveedor, by: null }) },
      'VALIDATION',
      'cuenta_destino',
    ],
  ]
  for (const [lines, more, code, field] of cases) {
    const payment = await company.payment('200.00', lines, more)
    const refused = problem(await pay(payment))
    assert.deepEqual([refused.code, refused.field], [code, field], refused.message)
    assert.deepEqual(await booked(erp, 'PagoProveedor', payment), {})
  }
  assert.deepEqual(await company.left(invoice), [['autorizada', 116]])
  const blocked = await company.create('Proveedor', {
    clave: 'P3',
    razon_social: 'Bloqueado',
    rfc: 'CNO010101AB1',
    estado: 'bloqueado',
  })
  const payment = await company.payment('1.00', [], { proveedor: blocked })
  assert.equal(problem(await pay(payment)).code, 'SUPPLIER_BLOCKED')
})

test('of a batch the one that is refused is left out, and the others see what those before them left', async () => {
  const invoice = await company.invoice({ neto: '100.00' })
  const half = () => company.payment('60.00', [{ cuenta: invoice, importe: '60.00' }])
  const [first, second] = [await half(), await half()]
  const third = await company.payment('56.00', [{ cuenta: invoice, importe: '56.00' }])
  const answer = await pay(first, second, third, 999_999)
  assert.deepEqual(
    answer.json.data.results.map(({ ok, errors }: { ok: boolean; errors?: { code: string }[] }) => [
      ok,
      errors?.[0]?.code ?? null,
    ]),
    [
      [true, null],
      [false, 'VALIDATION'],
      [true, null],
      [false, 'NOT_FOUND'],
    ],
  )
  assert.deepEqual(await company.left(invoice), [['pagada', 0]])
})

test('an account that lacks the money warns, or refuses where it is set to', async () => {
  const cash = { forma_pago: company.efectivo }
  const poor = await company.payment('2000.01', [], cash)
  const answer = await pay(poor)
  const [result] = answer.json.data.results
  assert.deepEqual(
    [result.ok, result.warnings.map(({ code }: { code: string }) => code)],
    [true, ['INSUFFICIENT_FUNDS', 'NOT_DEDUCTIBLE']],
  )
  const strict = await erp.admin.send('PUT', `${API}/CuentaBancaria/${company.dolares}`, {
    body: { bloquea_sobregiro: true, saldo_minimo: '10' },
  })
  assert.equal(strict.status, 200, strict.text)
  const own = { cuenta_bancaria: company.dolares, moneda: company.dollar, tipo_cambio: '17' }
  const [balance] = await erp.owner.query<{ saldo: number }>(sql`
    select sum(case naturaleza when 'abono' then importe else -importe end)::float8 as saldo
    from public.movimiento_bancario where cuenta_bancaria = ${company.dolares} and estado = 'aplicado'`)
  await company.create('MovimientoBancario', {
    fecha: '2026-03-01',
    cuenta_bancaria: company.dolares,
    tipo: 'deposito',
    naturaleza: 'abono',
    importe: (110 - (balance?.saldo ?? 0)).toFixed(2),
    moneda: company.dollar,
    tipo_cambio: '17',
    estado: 'aplicado',
  })
  const tooMuch = await company.payment('100.01', [], own)
  const refused = problem(await pay(tooMuch))
  assert.deepEqual(
    [refused.code, refused['cuenta_bancaria'], refused['asked'], refused['available']],
    ['INSUFFICIENT_FUNDS', 'BUS', '100.01', '100.00'],
  )
  const all = [await company.payment('60.00', [], own), await company.payment('60.00', [], own)]
  const both = await Promise.all(all.map((id) => pay(id)))
  const codes = both.map((one) => verdict(one)[1] ?? 'paid')
  assert.deepEqual(new Set(codes), new Set(['INSUFFICIENT_FUNDS', 'paid']))
})
