import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { paying, type Paying } from './payments/payment-fixture.ts'

// An administrator may use any rate that can be meant: a digit too many is nobody's intention.

let erp: ErpTest
let company: Paying

before(async () => {
  erp = await startErp()
  company = await paying(erp, erp.admin)
})

after(() => erp.stop())

/** Of payments in dollars, what is wrong with each rate; `ok` of those that are taken. The day's is 18. */
async function paidAt(...rates: readonly string[]): Promise<readonly string[]> {
  const outcomes: string[] = []
  for (const tipo_cambio of rates) {
    const dollars = { moneda: company.dollar, cuenta_bancaria: company.dolares, tipo_cambio }
    const id = await company.payment('10.00', [], dollars)
    outcomes.push(await outcomeOf(id, 'tipo_cambio'))
  }
  return outcomes
}

async function outcomeOf(payment: number, at: string): Promise<string> {
  const answer = await company.act('PagoProveedor', 'pagar', [payment])
  const [result] = answer.json.data.results
  if (result.ok === true) return 'ok'
  const [{ code, field, message }] = result.errors
  assert.deepEqual([code, field], ['VALIDATION', at], message)
  return String(message)
}

test('a rate of more than twice or less than half of the day’s is refused, whoever types it, and what is between is taken', async () => {
  const [tenfold, above, below, upsideDown, ...taken] = await paidAt(
    '180',
    '36.000001',
    '8.999999',
    '0.055555',
    '36',
    '9',
  )
  assert.equal(
    tenfold,
    'tipo_cambio is 180.000000, more than twice or less than half of what USD stood at on 2026-03-01, 18.000000: ' +
      'if it is meant, add the TipoCambio of the day first.',
  )
  for (const message of [above, below, upsideDown]) assert.match(message ?? '', /more than twice/)
  assert.deepEqual(taken, ['ok', 'ok'])
})

test('what a payment gives for an invoice in another currency is bounded in the same way', async () => {
  const dollars = { moneda: company.dollar, tipo_cambio: '17.5' }
  const cuenta = await company.invoice({ neto: '100.00', more: dollars })
  const gives = async (importe_pago: string) => {
    const id = await company.payment(importe_pago, [{ cuenta, importe: '10.00', importe_pago }])
    return await outcomeOf(id, 'aplicaciones[1].importe_pago')
  }
  assert.equal(
    await gives('1800.00'),
    'importe_pago is 1800.00 MXN, more than twice or less than half of what 10.00 USD last made, 180.00: ' +
      'if it is meant, add the TipoCambio of the day first.',
  )
  assert.match(await gives('360.01'), /last made, 180\.00/)
  assert.match(await gives('89.99'), /less than half/)
  assert.equal(await gives('360.00'), 'ok')
})
