import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { paying, type Paying } from '../actions/payments/payment-fixture.ts'
import { API } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest
let company: Paying
let spanish: HttpClient

before(async () => {
  erp = await startErp()
  company = await paying(erp, erp.admin)
  spanish = inSpanish(erp.admin)
})

after(() => erp.stop())

/** What an action on a record is refused with. */
async function refused(path: string, inputs: object = {}): Promise<readonly string[]> {
  return said(await spanish.post(`${API}/${path}`, inputs))
}

const pay = (id: number) => refused(`PagoProveedor/${id}/actions/pagar`)

async function folioOf(model: string, id: number): Promise<string> {
  return String((await company.read(model, id))['folio'])
}

test('a payment of more than is left, to another supplier or on a later day is refused in Spanish', async () => {
  const invoice = await company.invoice({ neto: '1000.00' })
  const owed = `Cuenta por pagar ${await folioOf('CuentaPorPagar', invoice)}`
  const large = await company.payment('2000.00', [{ cuenta: invoice, importe: '2000.00' }])
  const named = async (id: number) => `Pago a proveedor ${await folioOf('PagoProveedor', id)}`
  assert.deepEqual(await pay(large), [
    `El renglón 1 de ${await named(large)} paga 2,000.00 MXN de ${owed}, que tiene un saldo de 1,160.00.`,
  ])
  const strange = await company.payment('10.00', [{ cuenta: invoice, importe: '10.00' }], {
    proveedor: company.otro,
  })
  assert.deepEqual(await pay(strange), [
    `${owed} es de un proveedor distinto al de ${await named(strange)}.`,
  ])
  const early = await company.payment('10.00', [{ cuenta: invoice, importe: '10.00' }], {
    fecha: '2026-02-09',
  })
  assert.deepEqual(await pay(early), [
    `«Fecha» es 2026-02-09, pero ${owed} es del 2026-02-10: se liquida a partir de ese día.`,
  ])
  const foreign = await company.payment('10.00', [{ cuenta: invoice, importe: '10.00' }], {
    cuenta_bancaria: company.dolares,
  })
  assert.deepEqual(await pay(foreign), [
    `La cuenta bancaria BUS está en USD y ${await named(foreign)} en MXN: paga en la moneda de la cuenta y escribe «Importe de pago» donde la factura tenga otra.`,
  ])
})

test('what was paid says in Spanish what it waits for, and what takes it back', async () => {
  const invoice = await company.invoice({ neto: '100.00' })
  const payment = await company.payment('116.00', [{ cuenta: invoice, importe: '116.00' }])
  const paid = await company.act('PagoProveedor', 'pagar', [payment])
  assert.equal(paid.json.data.results[0].ok, true, paid.text)
  const folio = await folioOf('CuentaPorPagar', invoice)
  const again = await company.payment('1.00', [{ cuenta: invoice, importe: '1.00' }])
  assert.deepEqual(await pay(again), [
    `Cuenta por pagar ${folio} está en «Pagada» con saldo de 0.00; sólo se paga lo que está en «Autorizada», «Programada» o «Pagada parcial».`,
  ])
  const { movimiento_bancario: movement } = await company.read('PagoProveedor', payment)
  const moved = await spanish.send('DELETE', `${API}/MovimientoBancario/${String(movement)}`)
  assert.deepEqual(said(moved), [
    `Movimiento bancario ${String(movement)} es de un documento, y no se puede eliminar.`,
  ])
  const reason = { motivo: 'Ya no procede' }
  const [told = ''] = await refused(`CuentaPorPagar/${invoice}/actions/cancelar_factura`, reason)
  assert.match(told, new RegExp(`^Cuenta por pagar ${invoice} está en «Pagada»; debe estar en «`))
})

test('a programme of payments says in Spanish that nothing is due', async () => {
  const answer = await spanish.post(`${API}/ProgramacionPago/actions/programar_pago`, {
    hasta: '2026-01-01',
  })
  assert.deepEqual(said(answer), [
    'No hay nada en esta moneda que venza hasta el 2026-01-01 y que no esté ya en una programación de pago.',
  ])
})
