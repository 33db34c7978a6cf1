import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'

import { startErp, type ErpTest } from './erp-service.ts'

const API = '/api/v1'
const CONSOLE = 'https://consola.example.com'

let erp: ErpTest

before(async () => {
  erp = await startErp({ http: { corsOrigins: [CONSOLE], readerTimeoutMs: 30_000 } })
})

after(() => erp.stop())

/** A client that unpacks nothing by itself. */
async function send(method: string, path: string, body?: object) {
  const outgoing = request(erp.url + path, {
    method,
    headers: {
      ...erp.admin.headers,
      'accept-encoding': 'br, gzip',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  })
  outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  const [incoming] = await once(outgoing, 'response')
  return { headers: incoming.headers, bytes: await buffer(incoming) }
}

test('listings, metadata and exports are packed for a client that asks for it', async () => {
  for (const path of [`${API}/Moneda`, `${API}/metadata/Compra`, `${API}/Moneda?format=csv`]) {
    const packed = await send('GET', path)
    assert.equal(packed.headers['content-encoding'], 'br', path)
    const plain = await erp.admin.get(path, { headers: { 'accept-encoding': 'identity' } })
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.equal(brotliDecompressSync(packed.bytes).toString(), plain.text)
  }
})

test('an answer with a token is never packed, so that its length tells nothing', async () => {
  // Names of three bytes a character make the answer long enough to be packed otherwise.
  const company = await erp.admin.send('PUT', `${API}/Empresa/1`, {
    body: { razon_social: '字'.repeat(250) },
  })
  assert.equal(company.status, 200, company.text)
  const password = 'secreto-de-prueba'
  const user = { usuario: 'largo', nombre: '字'.repeat(150), password, estado: 'activo' }
  assert.equal((await erp.admin.post(`${API}/Usuario`, user)).status, 201)
  const { headers, bytes } = await send('POST', `${API}/auth/login`, { usuario: 'largo', password })
  assert.match(bytes.toString(), /"token":"/)
  assert.ok(bytes.length > 1_024, `${bytes.length}`)
  assert.equal(headers['content-encoding'], undefined)
})

test('permissions that have not changed are 304, and have another tag when they have', async () => {
  const path = `${API}/auth/permissions`
  await erp.admin.post(`${API}/Usuario`, {
    usuario: 'cambia',
    nombre: 'Cambia',
    password: 'secreto-de-prueba',
    estado: 'activo',
  })
  const first = await erp.admin.get(path)
  const etag = first.headers.get('etag') ?? ''
  assert.match(etag, /^"[\w-]{22}"$/)
  assert.equal(first.headers.get('cache-control'), 'private, no-cache')
  const again = await erp.admin.get(path, { headers: { 'if-none-match': etag } })
  assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag])
  const other = await erp.logIn('cambia', 'secreto-de-prueba')
  const fewer = await other.get(path, { headers: { 'if-none-match': etag } })
  assert.equal(fewer.status, 200)
  assert.notEqual(fewer.headers.get('etag'), etag)
})

test('a page of an allowed origin may call the API, one of another may not', async () => {
  const ask = (origin: string) =>
    fetch(`${erp.url}${API}/Moneda/1`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    })
  const allowed = await ask(CONSOLE)
  assert.equal(allowed.status, 204)
  assert.equal(allowed.headers.get('access-control-allow-origin'), CONSOLE)
  const refused = await ask('https://otra.example.com')
  assert.equal(refused.status, 405)
  assert.equal(refused.headers.get('access-control-allow-origin'), null)
})
