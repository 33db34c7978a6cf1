import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { cashing, type Cashing } from '../cash/cash-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { booked, paying, type Paying } from './payment-fixture.ts'

// Taxes fall due, and are credited, by the money that pays them: CFF 20, LIVA 1-B and 5-III.

let erp: ErpTest
let company: Paying
let other: ErpTest
let money: Cashing

before(async () => {
  erp = await startErp()
  company = await paying(erp, erp.admin)
  other = await startErp()
  money = await cashing(other, other.admin)
})

after(async () => {
  await erp.stop()
  await other.stop()
})

/** An invoice of 500 and 80 of IVA in dollars, at 19.10. */
const inDollars = () =>
  company.invoice({
    neto: '500.00',
    more: { moneda: company.dollar, tipo_cambio: '19.10' },
  })

async function pay(importe: string, lines: readonly object[], more: object = {}): Promise<number> {
  const id = await company.payment(importe, lines, more)
  const answer = await company.act('PagoProveedor', 'pagar', [id])
  assert.deepEqual(verdict(answer), [200, null], answer.text)
  return id
}

const dollarsAt = (rate: string) => ({
  moneda: company.dollar,
  tipo_cambio: rate,
  cuenta_bancaria: company.dolares,
})

/** What the entries of payments moved from 119-01 to 118-01. */
async function moved(...ids: readonly number[]): Promise<readonly (readonly [number, number])[]> {
  const all = await Promise.all(ids.map((id) => booked(erp, 'PagoProveedor', id)))
  return all.map((sides) => [sides['119-01']?.[1] ?? 0, sides['118-01']?.[0] ?? 0] as const)
}

test('IVA of an invoice in dollars is credited at the rate of the payment, and nothing of it stays pending', async () => {
  const cuenta = await inDollars()
  const id = await pay('580.00', [{ cuenta, importe: '580.00' }], dollarsAt('19.30'))
  assert.deepEqual(await booked(erp, 'PagoProveedor', id), {
    '102-BUS': [0, 11_194],
    '118-01': [1544, 0],
    '119-01': [0, 1528],
    '201-01': [11_078, 0],
    // 500 at 0.20: of the IVA that is credited nothing is lost.
    '701-01': [100, 0],
  })
})

test('IVA of an invoice in dollars that pesos pay is credited by what the pesos were', async () => {
  const cuenta = await inDollars()
  const ids = [
    await pay('5600.00', [{ cuenta, importe: '290.00', importe_pago: '5600.00' }]),
    await pay('100.00', [{ cuenta, importe: '100.00' }], dollarsAt('19.30')),
    await pay('190.00', [{ cuenta, importe: '190.00' }], dollarsAt('18.75')),
  ]
  assert.deepEqual(await moved(...ids), [
    [764, 772.41],
    [263.45, 266.21],
    [500.55, 491.38],
  ])
})

test('an advance in dollars credits IVA by what it was when it was paid', async () => {
  const cuenta = await inDollars()
  const payment = await pay('580.00', [], { ...dollarsAt('18.00'), fecha: '2026-03-01' })
  const [advance] = (await erp.admin.get(`${API}/AnticipoProveedor?pago=${payment}`)).json.data
  const used = await company.act('AnticipoProveedor', 'aplicar_anticipo', [advance.id], { cuenta })
  assert.deepEqual(verdict(used), [200, null], used.text)
  const sides = await booked(erp, 'AnticipoProveedor', advance.id)
  assert.deepEqual(
    [sides['119-01'], sides['118-01'], sides['702-01']],
    [
      [0, 1528],
      [1440, 0],
      [0, 550],
    ],
  )
})

test('IVA of an invoice in euros that dollars pay is credited by what the dollars are worth', async () => {
  const euro = await company.catalog('moneda', 'EUR')
  await company.create('TipoCambio', {
    moneda: euro,
    fecha: '2026-03-01',
    fuente: 'interno',
    tipo_cambio: '21.50',
  })
  const cuenta = await company.invoice({
    neto: '100.00',
    more: { proveedor: company.otro, moneda: euro, tipo_cambio: '21.50' },
  })
  const lines = [{ cuenta, importe: '116.00', importe_pago: '129.22' }]
  const more = { ...dollarsAt('19.30'), proveedor: company.otro }
  const id = await pay('129.22', lines, more)
  assert.deepEqual(await booked(erp, 'PagoProveedor', id), {
    // 2,493.95 pesos, of which 16 in 116 are IVA.
    '102-BUS': [0, 2493.95],
    '118-01': [343.99, 0],
    '119-01': [0, 344],
    '201-01': [2494, 0],
    '702-01': [0, 0.04],
  })
  const back = await company.act('PagoProveedor', 'cancelar_pago', [id], { motivo: 'Por error' })
  assert.deepEqual(verdict(back), [200, null], back.text)
})

test('books, the report on IVA and the DIOT tell one number of what was paid', async () => {
  const [march] = (await erp.admin.get(`${API}/PeriodoContable?ejercicio=1&numero=3`)).json.data
  const computed = await company.act('PeriodoContable', 'calcular_diot', [march.id])
  assert.equal(computed.json.meta.succeeded, 1, computed.text)
  const vat = await erp.admin.get(`${API}/reports/vat?periodo=${march.id}`)
  const [row] = (await erp.admin.get(`${API}/DiotOperacion?periodo=${march.id}`)).json.data
  const credited = 1544 + 772.41 + 266.21 + 491.38 + 1440
  assert.deepEqual([vat.json.meta.acreditable_pagado, row.acreditable_16], [credited, credited])
  // What was paid, less its IVA.
  const paid = 11_194 + 5600 + 1930 + 3562.5 + 10_440
  assert.equal(row.valor_16, Number((paid - credited).toFixed(2)))
})

const dollars = (rate: string) => ({
  moneda: money.books.dollar,
  tipo_cambio: rate,
  cuenta_bancaria: money.dolares,
})

async function due(cobro: number): Promise<readonly (readonly [string, string])[]> {
  const lines = await money.entry('CobroCliente', cobro)
  return lines.flatMap(([account, debit, credit]) =>
    account.startsWith('20') ? [[account, account === '209-01' ? debit : credit] as const] : [],
  )
}

test('IVA of an invoice in dollars falls due by what was collected, and the differences are of exchange', async () => {
  const cuenta = await money.owed({
    total: '580.00',
    impuestos: '80.00',
    moneda: money.books.dollar,
    tipo_cambio: '19.10',
  })
  const first = await money.collect('5597.00', [
    { cuenta, importe: '290.00', equivalencia: '19.3' },
  ])
  assert.deepEqual(await money.entry('CobroCliente', first), [
    ['102-01', '5597.00', '0.00'],
    // 250 at 0.20: of the IVA that falls due nothing is won.
    ['702-01', '0.00', '50.00'],
    ['105-01', '0.00', '5539.00'],
    ['209-01', '764.00', '0.00'],
    ['208-01', '0.00', '772.00'],
  ])
  const second = await money.collect('100.00', [{ cuenta, importe: '100.00' }], dollars('19.30'))
  const third = await money.collect('190.00', [{ cuenta, importe: '190.00' }], dollars('18.75'))
  assert.deepEqual(await due(second), [
    ['209-01', '263.45'],
    ['208-01', '266.21'],
  ])
  assert.deepEqual(await due(third), [
    ['209-01', '500.55'],
    ['208-01', '491.38'],
  ])
  const [line] = (await other.admin.get(`${API}/CobroClienteAplicacion?cobro=${second}`)).json.data
  assert.deepEqual([line.iva, line.iva_cobrado, line.utilidad_cambiaria], [263.45, 266.21, 17.24])
  const [left] = await other.owner.query<{ saldo: number }>(sql`
    select sum(l.abono - l.cargo)::float8 as saldo from public.poliza_partida l
    join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable and c.clave = '209-01'
    where l.empresa_id = ${other.empresaId}`)
  assert.deepEqual(left, { saldo: 0 })
})

test('nothing is left of pending IVA when everything is paid, and what takes it back puts it there again', async () => {
  const cuenta = await inDollars()
  const id = await pay('580.00', [{ cuenta, importe: '580.00' }], dollarsAt('19.30'))
  const back = await company.act('PagoProveedor', 'cancelar_pago', [id], { motivo: 'Por error' })
  assert.deepEqual(verdict(back), [200, null], back.text)
  const sides = await booked(erp, 'PagoProveedor', id)
  for (const [account, [debit, credit]] of Object.entries(sides)) {
    assert.equal(debit, credit, account)
  }
  await pay('580.00', [{ cuenta, importe: '580.00' }], dollarsAt('18.00'))
  const [last] = (await erp.admin.get(`${API}/PagoProveedorAplicacion?cuenta=${cuenta}&sort=-id`))
    .json.data
  assert.deepEqual([last.iva, last.iva_pagado, last.utilidad_cambiaria], [1528, 1440, 550])
})
