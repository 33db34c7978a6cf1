import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { DEMO_FACES } from '../../src/actions/demo/demo-faces.ts'
import { drawnFace } from '../../src/actions/demo/drawn-face.ts'
import { pictureOf } from '../../src/files/picture-size.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import type { Person } from '../rights/rights-fixture.ts'
import { API, attaching, PDF, type Attaching } from './attachment-fixture.ts'

let erp: ErpTest
let files: Attaching
let ana: Person
/** Who may read people, and nothing else. */
let other: Person

const PNG = new Uint8Array(
  drawnFace(DEMO_FACES['ventas'] ?? assert.fail('he is of the demonstration')),
)

before(async () => {
  erp = await startErp()
  files = await attaching(erp)
  ana = await files.company.person('ana', [])
  const readers = await files.company.profile('NOMBRES', { grants: ['Usuario.leer'] })
  other = await files.company.person('otra', [readers])
})

after(() => erp.stop())

async function give(foto: number | null): Promise<void> {
  const answer = await erp.admin.send('PUT', `${API}/Usuario/${ana.usuario}`, { body: { foto } })
  assert.equal(answer.status, 200, answer.text)
}

const photo = (by = other.client, headers: Readonly<Record<string, string>> = {}) =>
  by.send('GET', `${API}/auth/fotos/${ana.usuario}`, { headers })

const picture = { name: 'ana.png', content: PNG }

test('a person sees his own picture, and those of people whom he may read', async () => {
  assert.equal((await photo()).status, 204, 'there is none yet')
  await give(await files.attached(picture, { to: `Usuario/${ana.usuario}` }))
  const answer = await photo()
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'image/png')
  assert.equal(answer.headers.get('content-length'), String(PNG.length))
  const etag = answer.headers.get('etag') ?? ''
  assert.equal((await photo(other.client, { 'if-none-match': etag })).status, 304)
  assert.equal((await photo(ana.client)).status, 200, 'without any right')
  const nobody = await files.company.person('nadie', [])
  assert.equal((await photo(nobody.client)).status, 204)
  const blind = await files.company.profile('SIN-CARA', {
    grants: ['Usuario.leer'],
    fields: { 'Usuario.foto': 'oculto' },
  })
  assert.equal((await photo((await files.company.person('ciega', [blind])).client)).status, 204)
  const others = await files.company.profile('OTROS', {
    grants: ['Usuario.leer'],
    rules: [{ modelo: 'Usuario', filtro: { id: other.usuario } }],
  })
  assert.equal((await photo((await files.company.person('ajena', [others])).client)).status, 204)
  const foreign = await erp.otherCompany()
  assert.equal((await photo(foreign)).status, 204)
  await give(null)
  assert.equal((await photo()).status, 204)
})

test('a file of another record, one that is no picture, and a confidential one are not shown', async () => {
  const own = { to: `Usuario/${ana.usuario}` }
  for (const id of [
    await files.attached(picture),
    await files.attached({ name: 'ana.pdf', content: PDF }, own),
    await files.attached({ ...picture, fields: { es_confidencial: 'true' } }, own),
  ]) {
    await give(id)
    assert.equal((await photo()).status, 204)
  }
})

test('each face of the demonstration is a small picture of its own', () => {
  const faces = Object.values(DEMO_FACES).map((face) => drawnFace(face))
  assert.equal(faces.length, 12)
  assert.equal(new Set(faces.map((face) => face.toString('base64'))).size, 12)
  for (const face of faces) {
    assert.ok(face.length < 4_000)
    assert.partialDeepStrictEqual(pictureOf(face), { type: 'png', width: 96, height: 96 })
  }
})
