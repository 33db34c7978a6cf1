import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'

import { exchange } from '@oficina/testkit/http-exchange.ts'
import { invalidSchemas } from '@oficina/testkit/openapi-schemas.ts'

import { ADMIN } from '../admin.ts'
import { startErp, type ErpTest } from '../erp-service.ts'

let erp: ErpTest
let bearer: string

before(async () => {
  erp = await startErp()
  const answer = await erp.client.post('/api/v1/auth/login', ADMIN)
  bearer = `Bearer ${answer.json.data.token}`
})

after(() => erp.stop())

interface Answer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Sends the bytes as they are; a client library would refuse to. */
async function send(text: string): Promise<Answer> {
  const { hostname, port } = new URL(erp.url)
  const socket = connect(Number(port), hostname)
  socket.write(text)
  let received = ''
  for await (const chunk of socket.setEncoding('utf8')) received += chunk
  const [head = '', body = ''] = received.split('\r\n\r\n', 2)
  return { status: Number(head.split(' ')[1]), head, body }
}

function request(line: string, headers: readonly string[] = [], body = ''): Promise<Answer> {
  const length = `content-length: ${Buffer.byteLength(body)}`
  const lines = [`${line} HTTP/1.1`, 'host: erp', 'connection: close', length, ...headers]
  return send(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

const JSON_TYPE = 'content-type: application/json'

function codesOf({ body }: Answer): readonly string[] {
  const { data, errors } = JSON.parse(body)
  assert.equal(data, null)
  return errors.map(({ code }: { code: string }) => code)
}

test('login without a body is 422, naming each required field', async () => {
  for (const headers of [[], [JSON_TYPE]]) {
    const answer = await request('POST /api/v1/auth/login', headers)
    assert.equal(answer.status, 422)
    assert.deepEqual(codesOf(answer), ['VALIDATION', 'VALIDATION'])
  }
})

test('logout answers 204 whatever its query and body hold', async () => {
  const bodies: readonly (readonly [string[], string])[] = [
    [[JSON_TYPE], '{'],
    [[JSON_TYPE], '[1]'],
    [['content-type: text/plain'], 'x'],
    [['content-type: nonsense'], 'x'],
    [[], ''],
  ]
  for (const [headers, body] of bodies) {
    for (const query of ['', '?all=maybe', '?all=true', '?x=1']) {
      const answer = await request(`POST /api/v1/auth/logout${query}`, headers, body)
      assert.deepEqual([answer.status, answer.body], [204, ''])
    }
  }
})

test('a body that is JSON but no object is refused as such, a number too', async () => {
  for (const body of ['1', '1.50', '"x"', 'true', 'null', '[]']) {
    const headers = [JSON_TYPE, `authorization: ${bearer}`]
    const answer = await request('POST /api/v1/Departamento', headers, body)
    assert.deepEqual([answer.status, codesOf(answer)], [400, ['MALFORMED_JSON']], body)
  }
})

test('a body of another content type is 415', async () => {
  const headers = ['content-type: text/plain', `authorization: ${bearer}`]
  const answer = await request('POST /api/v1/Departamento', headers, '{}')
  assert.deepEqual([answer.status, codesOf(answer)], [415, ['UNSUPPORTED_MEDIA_TYPE']])
})

test('a path with another method is 405 in the envelope and lists what it has', async () => {
  const cases = [
    ['PATCH /api/v1/Moneda/1', 'GET, HEAD, PUT, DELETE'],
    ['DELETE /api/v1/Moneda', 'GET, HEAD, POST'],
    ['POST /api/v1/metadata/Compra', 'GET, HEAD'],
    ['PATCH /api/v1/auth/login', 'POST'],
    ['GET /api/v1/Compra/1/actions/autorizar_compra', 'POST'],
  ]
  for (const [line = '', allow] of cases) {
    const answer = await request(line)
    assert.deepEqual([answer.status, codesOf(answer)], [405, ['METHOD_NOT_ALLOWED']], line)
    assert.match(answer.head, new RegExp(`^allow: ${allow}\r?$`, 'im'))
  }
  for (const path of ['/api/v1/a/b/c/d/e', '/openapi/a%0Ab.json']) {
    const nowhere = await request(`GET ${path}`)
    assert.deepEqual([nowhere.status, codesOf(nowhere)], [404, ['NOT_FOUND']], path)
  }
})

test('what cannot be read as a request is refused in the envelope', async () => {
  const badPath = await request('GET /api/v1/Moneda/%ff')
  assert.deepEqual([badPath.status, codesOf(badPath)], [400, ['MALFORMED_REQUEST']])
  assert.match(badPath.head, /^x-request-id: /im)
  const noHttp = await send('hola\r\n\r\n')
  assert.deepEqual([noHttp.status, codesOf(noHttp)], [400, ['MALFORMED_REQUEST']])
  const tunnel = await request('CONNECT example.com:443')
  assert.deepEqual([tunnel.status, codesOf(tunnel)], [400, ['MALFORMED_REQUEST']])
  const part = await request(`GET /api/v1/Moneda/${'1'.repeat(300)}`)
  assert.deepEqual([part.status, codesOf(part)], [400, ['MALFORMED_REQUEST']])
})

test('an address of any length is 431 in the envelope, however much of it was still to come', async () => {
  for (const length of [17_000, 200_000, 5_000_000]) {
    const answer = await request(`GET /api/v1/Moneda?clave=${'a'.repeat(length)}`)
    assert.deepEqual([answer.status, codesOf(answer)], [431, ['HEADERS_TOO_LARGE']])
    assert.match(answer.head, /^x-request-id: /im)
  }
})

test('the schemas of the API’s description are JSON Schemas', async () => {
  assert.deepEqual(await invalidSchemas(`${erp.url}/openapi.json`), [])
})

test('every path declares that a request may be unreadable, too long, too slow or ill-timed', async () => {
  const { json } = await exchange(`${erp.url}/openapi.json`, 'GET')
  const missing = Object.entries<object>(json.paths).flatMap(([path, operations]) =>
    Object.entries<{ responses: object }>({ ...operations }).flatMap(([method, { responses }]) =>
      ['400', '408', '431', '500', '503']
        .filter((status) => !(status in responses))
        .map((status) => `${method} ${path}: ${status}`),
    ),
  )
  assert.deepEqual(missing, [])
})

test('a body that a path does not take is refused as its description says', async () => {
  const { admin } = erp
  const send = { body: '{', headers: { 'content-type': 'application/json' } }
  // The client checks that each status is declared.
  for (const [method, path] of [
    ['POST', '/auth/refresh'],
    ['POST', '/auth/permissions/invalidate'],
    ['POST', '/outbox/1/retry'],
    ['DELETE', '/Departamento/1'],
    ['DELETE', '/auth/sesiones/1'],
    ['DELETE', '/auth/factores/1'],
  ] as const) {
    assert.equal((await admin.send(method, `/api/v1${path}`, send)).status, 400, path)
    const large = { ...send, body: `"${'a'.repeat(5_000_000)}"` }
    const refused = await admin.send(method, `/api/v1${path}`, large)
    assert.deepEqual([refused.status, refused.json.errors[0].code], [413, 'PAYLOAD_TOO_LARGE'])
    const other = { body: 'x', headers: { 'content-type': 'text/plain' } }
    assert.equal((await admin.send(method, `/api/v1${path}`, other)).status, 415, path)
  }
})

test('a question mark in a filter is part of its value', async () => {
  const headers = [`authorization: ${bearer}`]
  const whole = await request('GET /api/v1/Moneda?clave=MXN', headers)
  assert.equal(JSON.parse(whole.body).meta.total, 1)
  const other = await request('GET /api/v1/Moneda?clave=MXN?x', headers)
  assert.equal(JSON.parse(other.body).meta.total, 0)
})

test('If-None-Match with a list, a weak tag or a star spares the metadata', async () => {
  const first = await request('GET /api/v1/metadata/Compra')
  const etag = /^etag: (.*?)\r?$/im.exec(first.head)?.[1] ?? ''
  for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const answer = await request('GET /api/v1/metadata/Compra', [`if-none-match: ${tags}`])
    assert.equal(answer.status, 304, tags)
  }
  const other = await request('GET /api/v1/metadata/Compra', ['if-none-match: "x"'])
  assert.equal(other.status, 200)
})
