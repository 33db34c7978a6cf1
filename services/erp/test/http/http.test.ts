import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'

import { ROUTES } from '../../src/routes.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'

// A service of its own: it has settings of its own.

const API = '/api/v1'
const CONSOLE = 'https://consola.example.com'

let erp: ErpTest

before(async () => {
  erp = await startOwnErp({ http: { corsOrigins: [CONSOLE], readerTimeoutMs: 30_000 } })
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

test('the list of endpoints says of each what its declaration says', async () => {
  const text = await readFile(new URL('../../src/routes.ts', import.meta.url), 'utf8')
  assert.deepEqual(
    [...text.matchAll(/^ {2}\w+, \/\/ (.*)$/gm)].map(([, said]) => said),
    ROUTES.map(({ method, path }) => `${method} ${path}`),
  )
})

const problemsOf = (errors: readonly { readonly code: string; readonly field: string }[]) =>
  errors.map(({ code, field }) => [code, field])

test('the problems of a body are told all at once, and so are those of a query', async () => {
  const long = 'x'.repeat(300)
  const login = await erp.client.post(`${API}/auth/login`, { usuario: long, nueva: 'corta' })
  assert.deepEqual(problemsOf(login.json.errors), [
    ['VALIDATION', 'usuario'],
    ['VALIDATION', 'password'],
    ['VALIDATION', 'nueva'],
  ])
  const enrolment = await erp.admin.post(`${API}/auth/factores`, { etiqueta: long, codigo: 7 })
  assert.deepEqual(problemsOf(enrolment.json.errors), [
    ['VALIDATION', 'etiqueta'],
    ['VALIDATION', 'codigo'],
  ])
  const outbox = await erp.admin.get(`${API}/outbox?page=0&estado=nada&otra=1`)
  assert.deepEqual(problemsOf(outbox.json.errors), [
    ['UNKNOWN_FIELD', 'otra'],
    ['INVALID_PARAMETER', 'page'],
    ['INVALID_PARAMETER', 'estado'],
  ])
})

interface Asked {
  readonly in: string
  readonly name: string
  readonly required: boolean
  readonly schema: { readonly enum?: readonly string[]; readonly format?: string }
}

function anyValue({ schema }: Asked): string {
  return schema.format === 'date' ? '2026-03-31' : (schema.enum?.[0] ?? '1')
}

test('what the API reference says of a parameter of the query holds: one beyond its limits is 422', async () => {
  const { paths } = JSON.parse(await (await fetch(`${erp.url}/openapi.json`)).text())
  const tried: string[] = []
  for (const { path, auth } of ROUTES.filter(({ method }) => method === 'GET')) {
    const described = paths[path.replaceAll(/:(\w+)/g, '{$1}')].get.parameters ?? []
    for (const { name, schema } of described.filter((one: { in: string }) => one.in === 'query')) {
      const beyond = [
        ...(schema.minimum === undefined ? [] : [schema.minimum - 1]),
        ...(schema.maximum === undefined ? [] : [schema.maximum + 1]),
        ...(schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1)]),
        ...(schema.enum === undefined ? [] : [`${schema.enum[0]}x`]),
        ...(schema.type === 'boolean' ? ['quizá'] : []),
      ]
      for (const value of beyond) {
        const real = path.replace(':modelo', 'Moneda').replace(':id', '1')
        const others = described.filter(
          (one: Asked) => one.in === 'query' && one.required && one.name !== name,
        )
        const query = others.map((one: Asked) => `&${one.name}=${anyValue(one)}`)
        const tooMuch = `${name}=${encodeURIComponent(value)}`
        const answer = await erp.admin.get(`${real}?${tooMuch}${query.join('')}`)
        assert.equal(answer.status, 422, `${real} ${name}=${value}`)
        assert.deepEqual(problemsOf(answer.json.errors), [['INVALID_PARAMETER', name]])
        tried.push(`${auth} ${name}`)
      }
    }
  }
  for (const name of ['page', 'per_page', 'lean', 'count', 'q', 'order', 'estado', 'periodo']) {
    assert.ok(tried.includes(`bearer ${name}`), name)
  }
})
