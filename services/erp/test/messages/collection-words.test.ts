import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { cashing, type Cashing } from '../actions/cash/cash-fixture.ts'
import { API } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest
let company: Cashing
let spanish: HttpClient

before(async () => {
  erp = await startErp()
  company = await cashing(erp, erp.admin)
  spanish = inSpanish(erp.admin)
})

after(() => erp.stop())

/** What an action says that refuses a record. */
async function refused(model: string, action: string, id: number, inputs: object = {}) {
  return said(await spanish.post(`${API}/${model}/${id}/actions/${action}`, inputs))
}

async function folioOf(cuenta: number): Promise<string> {
  return String((await company.read('CuentaPorCobrar', cuenta))['folio'])
}

test('money that takes more than is owed is told by line, label and amount', async () => {
  const cuenta = await company.owed({ total: '1000.00' })
  const cobro = await company.cobro('1200.00', [{ cuenta, importe: '1200.00' }])
  const path = `${API}/CobroCliente/${cobro}/actions/cobrar`
  const folio = await folioOf(cuenta)
  assert.deepEqual(said(await spanish.post(path, {})), [
    `Renglón 1, «Importe»: importe y descuento suman 1,200.00, pero de Cuenta por cobrar ${folio} sólo se debe 1,000.00.`,
  ])
  assert.deepEqual(said(await erp.admin.post(path, {})), [
    `aplicaciones[1].importe: importe and descuento are 1200.00, but of CuentaPorCobrar ${folio} only 1000.00 is owed.`,
  ])
})

test('what another customer owes, and what stands twice, is told by its line', async () => {
  const cuenta = await company.owed({ total: '50.00', cliente: company.otro })
  const own = await company.owed({ total: '80.00' })
  const cobro = await company.cobro('40.00', [
    { cuenta, importe: '10.00' },
    { cuenta: own, importe: '10.00' },
    { cuenta: own, importe: '20.00' },
  ])
  assert.deepEqual(await refused('CobroCliente', 'cobrar', cobro), [
    `Renglón 1, «Cuenta»: Cuenta por cobrar ${await folioOf(cuenta)} es de otro cliente.`,
    `Renglón 3, «Cuenta»: Cuenta por cobrar ${await folioOf(own)} está dos veces; déjala en un solo renglón.`,
  ])
})

test('money of tomorrow, or at a bank in another currency, is not collected, and Spanish says why', async () => {
  const ahead = await company.cobro('10.00', [], { fecha: '2026-12-31' })
  const today = new Date(erp.clock.now()).toISOString().slice(0, 10)
  assert.deepEqual(await refused('CobroCliente', 'cobrar', ahead), [
    `«Fecha» es 2026-12-31, pero se cobra a más tardar hoy, ${today}.`,
  ])
  const bank = await company.cobro('10.00', [], { cuenta_bancaria: company.dolares })
  assert.deepEqual(await refused('CobroCliente', 'cobrar', bank), [
    '«Cuenta bancaria»: la cuenta, la indicada aquí o la de «Forma de pago», no está en MXN.',
  ])
})

test('an advance is told by its folio, and how it is taken back', async () => {
  const cobro = await company.collect('30.00', [])
  const [advance] = (await erp.admin.get(`${API}/AnticipoVenta?cobro=${cobro}`)).json.data
  const reason = { motivo: 'Se capturó mal' }
  assert.deepEqual(await refused('AnticipoVenta', 'cancelar_anticipo', advance.id, reason), [
    `Anticipo de cliente ${advance.folio} es lo que dejó Cobro de cliente ${cobro}: «Cancelar cobro» cancela los dos.`,
  ])
  assert.deepEqual(await refused('CobroCliente', 'cancelar_complemento', cobro, reason), [
    `Cobro de cliente ${cobro} no tiene complemento de pago.`,
  ])
})
