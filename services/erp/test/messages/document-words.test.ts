import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { API, purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest
let company: Purchasing
let spanish: HttpClient

before(async () => {
  erp = await startErp()
  company = await purchasing(erp, erp.admin)
  spanish = inSpanish(erp.admin)
})

after(() => erp.stop())

const authorize = async (id: number, client = spanish) =>
  said(await client.post(`${API}/Compra/${id}/actions/autorizar_compra`, {}))

test('an action says in which states it takes a document, by the labels of the states', async () => {
  const id = await company.purchase('100.00')
  assert.equal((await company.actOn('autorizar_compra', id)).status, 200)
  assert.deepEqual(await authorize(id), [
    `Compra ${id} está en «Autorizada»; debe estar en «Iniciada» o «En autorización».`,
  ])
  assert.deepEqual(await authorize(id, erp.admin), [
    `Compra ${id} is autorizada; it must be iniciada or en_autorizacion.`,
  ])
})

test('a document without lines, or with a rate that is not its currency’s, is refused in Spanish', async () => {
  const { proveedor, moneda, condicion } = company
  const head = { folio: 'VACIA', proveedor, moneda, condicion_pago: condicion }
  const empty = await company.create('Compra', head)
  assert.deepEqual(await authorize(empty), [`Compra ${empty} no tiene renglones.`])
  const own = await company.purchase('100.00', { compra: { tipo_cambio: '2' } })
  assert.deepEqual(await authorize(own), [
    '«Tipo de cambio» debe ser 1: MXN es la moneda de la empresa.',
  ])
})

test('each refusal of a batch is in the language of who asked', async () => {
  const id = await company.purchase('100.00', { compra: { tipo_cambio: '2' } })
  const path = `${API}/Compra/actions/autorizar_compra`
  const { json } = await spanish.post(path, { ids: [id, 987654] })
  const told = json.data.results.map(
    ({ errors }: { errors: readonly { message: string }[] }) => errors[0]?.message,
  )
  assert.deepEqual(told, [
    '«Tipo de cambio» debe ser 1: MXN es la moneda de la empresa.',
    'No hay ningún registro de Compra con el id 987654.',
  ])
})
