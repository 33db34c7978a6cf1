import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { csdInputs, RFC, type TestPac } from './stamping-fixture.ts'
import { startStampingShop } from './stamping-shop.ts'

// A service of its own: its PAC fails as it is told.

let erp: ErpTest
let pac: TestPac
let stop: () => Promise<void>
let id: number

before(async () => {
  ;({ erp, pac, stop } = await startStampingShop())
  ;[{ id }] = (await erp.admin.get(`${API}/CertificadoSat?tipo=csd&sort=-id`)).json.data
})

after(() => stop())

const tried = (of = id, client = erp.admin) =>
  client.post(`${API}/CertificadoSat/${of}/actions/probar_pac`, {})

const step = async () =>
  (await erp.admin.get(`${API}/start`)).json.data.find(
    ({ name }: { name: string }) => name === 'pac',
  )

test('a PAC that does not answer, or lets nobody in, is told as what it is, and nothing is kept', async () => {
  pac.order({ operation: 'authenticate', point: 'before', effect: 'cut', times: 3 })
  const silent = await tried()
  assert.equal(silent.json.errors[0].code, 'PAC_UNAVAILABLE', silent.text)
  pac.order({ operation: 'authenticate', point: 'before', effect: 'unauthorized' })
  const closed = await tried(id, erp.admin.with({ 'accept-language': 'es' }))
  assert.equal(closed.json.errors[0].code, 'CONFIGURATION_INCOMPLETE', closed.text)
  assert.match(closed.json.errors[0].message, /revisar PAC_URL, PAC_USER y PAC_PASSWORD/)
  const { done, note } = await step()
  assert.deepEqual([done, note], [false, null])
})

test('a PAC that lets the service in is kept with its environment, and nothing was stamped', async () => {
  const answer = await tried()
  assert.equal(answer.status, 200, answer.text)
  assert.match(answer.text, /test environment answers/)
  const kept = (await erp.admin.get(`${API}/CertificadoSat/${id}`)).json.data
  assert.equal(kept.pac_ambiente, 'prueba')
  assert.notEqual(kept.pac_probado, null)
  assert.equal(pac.asked(), 0)
  const { done, note } = await step()
  assert.equal(done, true)
  assert.match(note.es, /ambiente de pruebas/)
})

test('what seals nothing proves no PAC', async () => {
  const files = await csdInputs(pac, RFC)
  const made = await erp.admin.post(`${API}/CertificadoSat/actions/registrar_certificado`, files)
  assert.equal(made.status, 200, made.text)
  const other = made.json.data.id
  const sent = await erp.admin.send('PUT', `${API}/CertificadoSat/${other}`, {
    body: { estado: 'revocado' },
  })
  assert.equal(sent.status, 200, sent.text)
  assert.equal((await tried(other)).json.errors[0].code, 'INVALID_STATE')
})
