import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'

const MANUAL = '/api/v1/manual'
let erp: ErpTest

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

test('the manual is told whole in the language that is asked for, else in the person’s', async () => {
  const spanish = await erp.admin.get(`${MANUAL}?idioma=es`)
  assert.equal(spanish.status, 200)
  assert.equal(spanish.json.meta.language, 'es')
  const [group] = spanish.json.data.groups
  assert.deepEqual([group.name, group.label], ['inicio', 'Primeros pasos'])
  assert.equal(group.pages[0].title, 'La primera hora de una empresa')
  const english = await erp.admin.get(`${MANUAL}?idioma=en`)
  assert.equal(english.json.data.groups[0].pages[0].title, "A company's first hour")
  const own = await erp.admin.get(MANUAL, { headers: { 'accept-language': 'es-MX' } })
  assert.equal(own.json.meta.language, 'es')
})

test('who has the manual is told that it is unchanged', async () => {
  const first = await erp.admin.get(`${MANUAL}?idioma=es`)
  const etag = first.headers.get('etag') ?? ''
  const again = await erp.admin.get(`${MANUAL}?idioma=es`, { headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
  const other = await erp.admin.get(`${MANUAL}?idioma=en`, { headers: { 'if-none-match': etag } })
  assert.equal(other.status, 200)
})

test('another language, and a manual without a session, are refused', async () => {
  const refused = await erp.admin.get(`${MANUAL}?idioma=fr`)
  assert.deepEqual([refused.status, refused.json.errors[0].field], [422, 'idioma'])
  assert.equal((await erp.client.get(MANUAL)).status, 401)
})

test('a picture that the manual has not is 404, and no name leads out of its folder', async () => {
  for (const name of ['ninguna', '..%2F..%2Fpackage', 'a.webp']) {
    const answer = await erp.client.get(`${MANUAL}/imagenes/${name}`)
    assert.equal(answer.status, 404, name)
  }
})

test('a picture is told to a page without a token, and browsers keep it', async () => {
  const { status, headers, text } = await erp.client.get(`${MANUAL}/imagenes/venta?idioma=en`)
  assert.deepEqual([status, headers.get('content-type')], [200, 'image/webp'])
  assert.match(headers.get('cache-control') ?? '', /public, max-age/)
  assert.match(text, /^RIFF/)
})
