import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { cashing, type Cashing } from '../cash/cash-fixture.ts'
import { verdict } from '../purchase-fixture.ts'
import { paying, problem, type Paying } from './payment-fixture.ts'

let erp: ErpTest
let company: Paying
let shop: { readonly erp: ErpTest; readonly cashing: Cashing }

before(async () => {
  erp = await startErp()
  company = await paying(erp, erp.admin)
  const other = await startErp()
  shop = { erp: other, cashing: await cashing(other, other.admin) }
})

after(async () => {
  await erp.stop()
  await shop.erp.stop()
})

// The invoices of both fixtures are of 2026-02-10.
const refused = (name: string, fecha: string) => ({
  code: 'VALIDATION',
  field: 'fecha',
  message: `fecha is ${fecha}, but ${name} is of 2026-02-10: that is the first day on which it is settled.`,
})

test('an invoice is not paid before its day, and is on it', async () => {
  const invoice = await company.invoice({ neto: '100.00' })
  const name = `CuentaPorPagar ${String((await company.read('CuentaPorPagar', invoice))['folio'])}`
  const line = { cuenta: invoice, importe: '116.00' }
  const early = await company.payment('116.00', [line], { fecha: '2026-02-09' })
  const answer = await company.act('PagoProveedor', 'pagar', [early])
  assert.deepEqual(verdict(answer), [200, 'VALIDATION'])
  assert.deepEqual(problem(answer), refused(name, '2026-02-09'))
  assert.deepEqual(await company.left(invoice), [['autorizada', 116]])
  const onTheDay = await company.payment('116.00', [line], { fecha: '2026-02-10' })
  const paid = await company.act('PagoProveedor', 'pagar', [onTheDay])
  assert.deepEqual(verdict(paid), [200, null], paid.text)
})

test('an advance is older than the invoice that it pays, its application is not', async () => {
  const invoice = await company.invoice({ neto: '100.00' })
  const name = `CuentaPorPagar ${String((await company.read('CuentaPorPagar', invoice))['folio'])}`
  const payment = await company.payment('116.00', [], { fecha: '2026-02-01' })
  assert.deepEqual(verdict(await company.act('PagoProveedor', 'pagar', [payment])), [200, null])
  const advances = await company.client.get(`/api/v1/AnticipoProveedor?pago=${payment}`)
  const advance: number = advances.json.data[0].id
  const apply = (fecha: string) =>
    company.act('AnticipoProveedor', 'aplicar_anticipo', [advance], { cuenta: invoice, fecha })
  assert.deepEqual(problem(await apply('2026-02-09')), refused(name, '2026-02-09'))
  assert.deepEqual(verdict(await apply('2026-02-10')), [200, null])
})

test('an invoice is not collected before its day, and is on it', async () => {
  const { cashing: money } = shop
  const cuenta = await money.owed({ total: '116.00', impuestos: '16.00' })
  const name = `CuentaPorCobrar ${String((await money.read('CuentaPorCobrar', cuenta))['folio'])}`
  const lines = [{ cuenta, importe: '116.00' }]
  const early = await money.cobro('116.00', lines, { fecha: '2026-02-09' })
  assert.deepEqual(problem(await money.act('cobrar', [early])), refused(name, '2026-02-09'))
  assert.equal((await money.read('CobroCliente', early))['estado'], 'borrador')
  await money.collect('116.00', lines, { fecha: '2026-02-10' })
})
