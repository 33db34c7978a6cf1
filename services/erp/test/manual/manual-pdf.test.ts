import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { DOCUMENTS_KEY, documentsStub, type DocumentsStub } from '../actions/joined/joined-stubs.ts'
import { startErp, startOwnErp, type ErpTest } from '../erp-service.ts'

// A service of its own: it has documents beside it.

const PDF = '/api/v1/manual.pdf'
// What documents takes as a body.
const MOST_BYTES = 1024 * 1024

let documents: DocumentsStub
let erp: ErpTest

before(async () => {
  documents = await documentsStub()
  erp = await startOwnErp({
    joined: { documentsUrl: documents.url, documentsApiKey: DOCUMENTS_KEY },
  })
})

after(async () => {
  await erp.stop()
  await documents.close()
})

test('a manual on paper that documents did not make is made by the next request, and then kept', async () => {
  documents.fault = { status: 503, code: 'OFFICE_BUSY' }
  assert.equal((await erp.admin.get(`${PDF}?idioma=es`)).status, 503)
  documents.fault = undefined
  const answers = await Promise.all([1, 2].map(() => erp.admin.get(`${PDF}?idioma=es`)))
  for (const { status, headers, text } of answers) {
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/pdf'])
    assert.match(text, /^%PDF-1.7 erp-manual-/)
  }
  await erp.admin.get(`${PDF}?idioma=es`)
  assert.equal(documents.renders.length, 1)
  assert.equal((await erp.admin.get(`${PDF}?idioma=en`)).status, 200)
  assert.equal(documents.renders.length, 2)
})

test('it holds every page with its pictures, and fits into what documents takes', async () => {
  for (const idioma of ['es', 'en']) {
    await erp.admin.get(`${PDF}?idioma=${idioma}`)
    const told = (await erp.admin.get(`/api/v1/manual?idioma=${idioma}`)).json.data.groups
    const printed = documents.renders.find(
      ({ data }) => data['grupos'][0].grupo === told[0].label,
    )?.data
    const titles = (groups: readonly Record<string, readonly Record<string, string>[]>[]) =>
      groups.flatMap(({ pages, paginas }) =>
        (pages ?? paginas ?? []).map((page) => page['title'] ?? page['titulo']),
      )
    assert.deepEqual(titles(printed?.['grupos']), titles(told))
    const json = JSON.stringify(printed)
    assert.match(json, /<img src=\\"data:image\/webp;base64,/)
    assert.ok(Buffer.byteLength(json) < MOST_BYTES * 0.95, `${Buffer.byteLength(json)} bytes`)
  }
})

test('without documents a manual on paper is not made, and the answer says so', async () => {
  const alone = await startErp()
  const { status, json } = await alone.admin.get(PDF)
  await alone.stop()
  assert.deepEqual([status, json?.errors[0].code], [422, 'CONFIGURATION_INCOMPLETE'])
})
