import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { verdict } from '../purchase-fixture.ts'
import { startPayrollShop, type PayrollShop } from './payroll-shop.ts'

// A service of its own: a PAC in the test's own process stamps for it, with a clock that moves.

let here: PayrollShop

before(async () => {
  here = await startPayrollShop()
})

after(() => here.stop())

const DONE = [200, null]
const receiptOf = (id: number) => here.own.read('ReciboNomina', id)
const cfdiOf = async (id: number) => here.own.read('Cfdi', Number((await receiptOf(id))['cfdi']))
const replace = (id: number) => here.act('ReciboNomina', 'sustituir_recibo', [id])

/** The stamped receipt of one person, and who that is. */
async function stamped() {
  const { id, receipts } = await here.run(1)
  const [receipt = 0] = receipts
  const answer = await here.act('Nomina', 'timbrar_nomina', [id])
  assert.deepEqual(verdict(answer), DONE, answer.text)
  const { empleado } = await receiptOf(receipt)
  const { asociado } = await here.own.read('Empleado', Number(empleado))
  return { run: id, receipt, asociado: Number(asociado), cfdi: await cfdiOf(receipt) }
}

test('one receipt of a stamped run is replaced alone: a new CFDI names the old one, which is cancelled by it', async () => {
  const { run, receipt, asociado, cfdi: old } = await stamped()
  const { folio } = await receiptOf(receipt)
  await here.own.update('Asociado', asociado, { apellidos: 'López de Aguilar' })
  const answer = await replace(receipt)
  assert.deepEqual(verdict(answer), DONE, answer.text)
  const now = await receiptOf(receipt)
  assert.deepEqual([now['folio'], now['estado'], now['cfdi_sustituto']], [folio, 'timbrado', null])
  const cfdi = await cfdiOf(receipt)
  assert.notEqual(cfdi['id'], old['id'])
  assert.equal(cfdi['estado'], 'vigente')
  assert.match(String(cfdi['nombre_receptor']), /LÓPEZ DE AGUILAR/)
  const xml = await here.xmlOf(receipt)
  const related = `TipoRelacion="04"><cfdi:CfdiRelacionado UUID="${String(old['uuid']).toUpperCase()}"`
  assert.ok(xml.includes(related), xml)
  assert.equal((await here.own.read('Cfdi', Number(old['id'])))['estado'], 'cancelado')
  const [request] = await here.own.list(`CfdiCancelacion?cfdi=${String(old['id'])}`)
  assert.deepEqual([request?.['sustituto'], request?.['estado']], [cfdi['id'], 'aceptada'])
  assert.equal((await here.own.read('Nomina', run))['estado'], 'timbrada')
  const same = await replace(receipt)
  assert.deepEqual(verdict(same), [200, 'INVALID_STATE'], same.text)
  assert.match(same.text, /would say the same again/)
  // It can be replaced again when it says something else.
  await here.own.update('Asociado', asociado, { apellidos: 'López Aguilar' })
  const again = await replace(receipt)
  assert.deepEqual(verdict(again), DONE, again.text)
})

test('a substitute whose answer is lost keeps the old CFDI in force until it is stamped, and is made once', async () => {
  const { receipt, asociado, cfdi: old } = await stamped()
  await here.own.update('Asociado', asociado, { apellidos: 'López de Aguilar' })
  here.pac.order({ operation: 'stamp', point: 'after', effect: 'cut', times: 3 })
  const answer = await replace(receipt)
  assert.match(answer.text, /PAC_UNAVAILABLE/)
  const waiting = await receiptOf(receipt)
  assert.deepEqual([waiting['cfdi'], waiting['estado']], [old['id'], 'timbrado'])
  assert.equal((await cfdiOf(receipt))['estado'], 'vigente')
  const reason = { motivo: 'Se pagó de otro modo' }
  for (const again of [
    await replace(receipt),
    await here.act('ReciboNomina', 'cancelar_recibo', [receipt], reason),
  ])
    assert.deepEqual(verdict(again), [200, 'INVALID_STATE'], again.text)
  const stateOfOld = async () => (await here.own.read('Cfdi', Number(old['id'])))['estado']
  here.erp.clock.advance(60_000)
  await eventually(
    'the new CFDI is stamped',
    async () => (await cfdiOf(receipt))['id'] !== old['id'],
  )
  here.erp.clock.advance(5 * 60_000)
  await eventually('the old CFDI is cancelled', async () => (await stateOfOld()) === 'cancelado')
  const { estado, uuid } = await cfdiOf(receipt)
  assert.equal(estado, 'vigente')
  const all = await here.own.list(`Cfdi?rfc_receptor=${String(old['rfc_receptor'])}`)
  assert.deepEqual(new Set(all.map((one) => one['uuid'])), new Set([old['uuid'], uuid]))
  assert.equal(all.length, 2)
})

test('a receipt without a CFDI in force, or of another person, is not replaced', async () => {
  const { receipts } = await here.run(1)
  const [fresh = 0] = receipts
  const early = await replace(fresh)
  assert.deepEqual(verdict(early), [200, 'INVALID_STATE'], early.text)
  const { receipt, asociado } = await stamped()
  const other = await here.own.read('Asociado', asociado)
  const free = here.people.person()
  const { rfc } = { ...free, rfc: String(new Map(Object.entries(free)).get('rfc')) }
  assert.notEqual(rfc, other['rfc'])
  await here.own.update('Asociado', asociado, { rfc })
  const answer = await replace(receipt)
  assert.deepEqual(verdict(answer), [200, 'INVALID_STATE'], answer.text)
  assert.match(answer.text, /motivo_sat 02/)
})

test('a substitute that the PAC refuses changes nothing, and is tried again under its number', async () => {
  const { receipt, asociado, cfdi: old } = await stamped()
  await here.own.update('Asociado', asociado, { apellidos: 'López de Aguilar' })
  here.pacClock.now = () => here.erp.clock.now() + 80 * 60 * 60_000
  const refused = await replace(receipt)
  here.pacClock.now = here.erp.clock.now
  assert.match(refused.text, /PAC_REJECTED/)
  const { cfdi, cfdi_sustituto: substitute } = await receiptOf(receipt)
  assert.equal(cfdi, old['id'])
  const answer = await replace(receipt)
  assert.deepEqual(verdict(answer), DONE, answer.text)
  assert.equal((await receiptOf(receipt))['cfdi'], substitute)
})

test("a receipt is computed anew when it is replaced, if that is asked for, and nobody else's of its run", async () => {
  const { id, receipts } = await here.run(2)
  const [first = 0, second = 0] = receipts
  assert.deepEqual(verdict(await here.act('Nomina', 'timbrar_nomina', [id])), DONE)
  const other = await receiptOf(second)
  const { empleado, neto: before } = await receiptOf(first)
  const raised = {
    fecha_efectiva: '2026-01-20',
    salario_diario: '900.00',
    salario_base_cotizacion: '944.37',
    motivo: 'aumento',
  }
  for (const one of [empleado, other['empleado']])
    await here.own.create('HistorialSalario', { empleado: one, ...raised })
  const asItWas = await replace(first)
  assert.deepEqual(verdict(asItWas), [200, 'INVALID_STATE'], asItWas.text)
  const anew = { recalcular: 'si' }
  const answer = await here.act('ReciboNomina', 'sustituir_recibo', [first], anew)
  assert.deepEqual(verdict(answer), DONE, answer.text)
  const now = await receiptOf(first)
  assert.equal(now['salario_diario'], 900)
  assert.ok(Number(now['neto']) > Number(before))
  assert.equal((await cfdiOf(first))['total'], now['neto'])
  assert.match(await here.xmlOf(first), /SalarioBaseCotApor="944.37"/)
  assert.deepEqual(await receiptOf(second), other)
  const { neto } = await here.own.read('Nomina', id)
  assert.equal(Number(neto).toFixed(2), (Number(now['neto']) + Number(other['neto'])).toFixed(2))
  const again = await here.act('ReciboNomina', 'sustituir_recibo', [first], anew)
  assert.deepEqual(verdict(again), [200, 'INVALID_STATE'], again.text)
})
