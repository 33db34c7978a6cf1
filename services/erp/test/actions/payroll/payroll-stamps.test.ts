import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { verdict } from '../purchase-fixture.ts'
import { startPayrollShop, type PayrollShop } from './payroll-shop.ts'

// A service of its own: a PAC in the test's own process stamps for it, with a clock that moves.

const REASON = { motivo: 'Se pagó de otro modo' }

let here: PayrollShop

before(async () => {
  here = await startPayrollShop()
})

after(() => here.stop())

const receiptOf = (id: number) => here.own.read('ReciboNomina', id)
const cfdiOf = async (id: number) => here.own.read('Cfdi', Number((await receiptOf(id))['cfdi']))
const stateOf = async (run: number) => (await here.own.read('Nomina', run))['estado']
const stamp = (...ids: readonly number[]) => here.act('ReciboNomina', 'timbrar_recibo', ids)

const DONE = [200, null]

test('a run is stamped receipt by receipt, and is stamped itself with the last of them', async () => {
  const { id, receipts } = await here.run(2)
  const [first = 0, second = 0] = receipts
  const answer = await stamp(first)
  assert.deepEqual(verdict(answer), DONE, answer.text)
  const receipt = await receiptOf(first)
  assert.equal(receipt['estado'], 'timbrado')
  const cfdi = await cfdiOf(first)
  assert.deepEqual(
    [cfdi['estado'], cfdi['serie'], cfdi['total'], cfdi['sentido']],
    ['vigente', 'N', receipt['neto'], 'emitido'],
  )
  assert.equal(await stateOf(id), 'autorizada')
  const xml = await here.xmlOf(first)
  assert.match(xml, /TipoDeComprobante="N"/)
  assert.match(xml, /<nomina12:Nomina Version="1.2" TipoNomina="O" FechaPago="2026-02-13"/)
  for (const action of ['calcular_nomina', 'descartar_calculo']) {
    const kept = await here.act('Nomina', action, [id])
    assert.deepEqual(verdict(kept), [200, 'INVALID_STATE'], kept.text)
  }
  const other = await stamp(second)
  assert.deepEqual(verdict(other), DONE, other.text)
  assert.deepEqual(
    [(await receiptOf(second))['estado'], await stateOf(id)],
    ['timbrado', 'timbrada'],
  )
  const again = await stamp(second)
  assert.deepEqual(verdict(again), [200, 'INVALID_STATE'], again.text)
})

test('timbrar_nomina stamps all receipts of a run, once however often it is called', async () => {
  const { id, receipts } = await here.run(3)
  const asked = here.pac.asked()
  const answer = await here.act('Nomina', 'timbrar_nomina', [id])
  assert.deepEqual(verdict(answer), DONE, answer.text)
  assert.equal(await stateOf(id), 'timbrada')
  const uuids = await Promise.all(receipts.map(async (one) => (await cfdiOf(one))['uuid']))
  assert.equal(new Set(uuids).size, 3)
  assert.equal(here.pac.asked(), asked + 3)
  const again = await here.act('Nomina', 'timbrar_nomina', [id])
  assert.deepEqual(verdict(again), [200, 'INVALID_STATE'], again.text)
  assert.equal(here.pac.asked(), asked + 3)
})

test("what is missing of people keeps their run, and is told by person and field in the reader's language", async () => {
  const { id, receipts } = await here.run(2)
  const [first = 0, second = 0] = receipts
  const { empleado } = await receiptOf(first)
  const { asociado } = await here.own.read('Empleado', Number(empleado))
  const { curp, nombre, nss } = await here.own.read('Asociado', Number(asociado))
  await here.own.update('Asociado', Number(asociado), { curp: null, nss: null })
  const answer = await here.act('Nomina', 'timbrar_nomina', [id])
  assert.deepEqual(verdict(answer), [200, 'VALIDATION'], answer.text)
  const told = (errors: readonly { readonly field: string; readonly message: string }[]) =>
    errors.map(({ field, message }) => [field, message.includes(String(nombre))])
  const errors = answer.json.errors ?? answer.json.data.results[0].errors
  assert.deepEqual(told(errors), [
    ['curp', true],
    ['nss', true],
  ])
  const spanish = await here.own.client.send(
    'POST',
    '/api/v1/ReciboNomina/actions/timbrar_recibo',
    {
      body: { ids: [first] },
      headers: { 'accept-language': 'es' },
    },
  )
  assert.match(spanish.text, /A Empleado .* le falta «CURP» \(Asociado\)/u)
  // The other one can be stamped all the same.
  const other = await stamp(second)
  assert.deepEqual(verdict(other), DONE, other.text)
  await here.own.update('Asociado', Number(asociado), { curp, nss })
  const mended = await here.act('Nomina', 'timbrar_nomina', [id])
  assert.deepEqual(verdict(mended), DONE, mended.text)
  assert.equal(await stateOf(id), 'timbrada')
})

test('a run whose PAC does not answer, or whose answer is lost, is stamped later and once', async () => {
  for (const point of ['before', 'after'] as const) {
    const { id, receipts } = await here.run(1)
    here.pac.order({ operation: 'stamp', point, effect: 'cut', times: 3 })
    const answer = await here.act('Nomina', 'timbrar_nomina', [id])
    assert.equal(answer.status, 200, answer.text)
    assert.match(answer.text, /PAC_UNAVAILABLE/)
    const [receipt = 0] = receipts
    assert.deepEqual(
      [(await receiptOf(receipt))['estado'], (await cfdiOf(receipt))['estado']],
      ['calculado', 'por_timbrar'],
    )
    const busy = await stamp(receipt)
    assert.deepEqual(verdict(busy), [200, 'INVALID_STATE'], busy.text)
    here.erp.clock.advance(60_000)
    await eventually('the run is stamped', async () => (await stateOf(id)) === 'timbrada')
    assert.equal((await cfdiOf(receipt))['estado'], 'vigente')
  }
})

test('a receipt that the PAC refuses is mended and stamped under the same number', async () => {
  const { id, receipts } = await here.run(1)
  const [receipt = 0] = receipts
  // Beyond the 72 hours in which the SAT takes a CFDI.
  here.pacClock.now = () => here.erp.clock.now() + 80 * 60 * 60_000
  const refused = await here.act('Nomina', 'timbrar_nomina', [id])
  here.pacClock.now = here.erp.clock.now
  assert.match(refused.text, /PAC_REJECTED/)
  const before = await cfdiOf(receipt)
  assert.equal(before['estado'], 'rechazado')
  const answer = await stamp(receipt)
  assert.deepEqual(verdict(answer), DONE, answer.text)
  const { id: cfdi, folio, estado } = await cfdiOf(receipt)
  assert.deepEqual([cfdi, folio, estado], [before['id'], before['folio'], 'vigente'])
})

test('a cancelled receipt can be stamped anew, by another CFDI', async () => {
  const { id, receipts } = await here.run(1)
  const [receipt = 0] = receipts
  const early = await here.act('ReciboNomina', 'cancelar_recibo', [receipt], REASON)
  assert.deepEqual(verdict(early), [200, 'INVALID_STATE'], early.text)
  await here.act('Nomina', 'timbrar_nomina', [id])
  const first = await cfdiOf(receipt)
  const inputs = { ...REASON, motivo_sat: '03' }
  const wrong = { ...REASON, motivo_sat: '01' }
  const unwanted = await here.act('ReciboNomina', 'cancelar_recibo', [receipt], wrong)
  assert.equal(unwanted.status, 422, unwanted.text)
  const cancelled = await here.act('ReciboNomina', 'cancelar_recibo', [receipt], inputs)
  assert.deepEqual(verdict(cancelled), DONE, cancelled.text)
  assert.deepEqual(
    [(await receiptOf(receipt))['estado'], (await cfdiOf(receipt))['estado']],
    ['cancelado', 'cancelado'],
  )
  const anew = await stamp(receipt)
  assert.deepEqual(verdict(anew), DONE, anew.text)
  const second = await cfdiOf(receipt)
  assert.deepEqual(
    [second['estado'], (await receiptOf(receipt))['estado']],
    ['vigente', 'timbrado'],
  )
  assert.notEqual(second['id'], first['id'])
})
