import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'

import { PATIENCE_MS } from '@oficina/testkit/eventually.ts'
import { invalidSchemas } from '@oficina/testkit/openapi-schemas.ts'

import { ROUTES } from '../src/routes.ts'
import { docx, p } from './docx/docx-fixture.ts'
import { codeOf, KEY, startDocuments, type DocumentsTest } from './http-fixture.ts'

let documents: DocumentsTest
let port = 0

before(async () => {
  documents = await startDocuments()
  port = Number(new URL(documents.client.baseUrl).port)
  await documents.upload('hola', docx(p('Hola {nombre}')), {})
})

after(() => documents.stop())

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

interface RawAnswer {
  readonly status: number
  readonly head: string
  readonly requestId: string
  // oxlint-disable-next-line typescript/no-explicit-any -- a test compares whole values.
  readonly json: any
}

/** Sends bytes that no HTTP client would, and reads the one answer. */
async function raw(start: string, headers: readonly string[] = [], body = ''): Promise<RawAnswer> {
  return await rawLines([start, 'Host: x', 'Connection: close', ...headers, '', body])
}

async function rawLines(lines: readonly string[]): Promise<RawAnswer> {
  const text = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.write(Buffer.from(lines.join('\r\n'), 'latin1'))
  })
  const [head = '', content = ''] = text.split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    head,
    requestId: /^x-request-id: (.*)$/im.exec(head)?.[1] ?? '',
    json: content.startsWith('{') ? JSON.parse(content) : undefined,
  }
}

const WITH_KEY = `x-api-key: ${KEY}`
const LONG = 'a'.repeat(10_000)

const UNREADABLE: readonly (readonly [name: string, start: string, headers: readonly string[]])[] =
  [
    ['a path with a broken escape', 'GET /templates/%zz HTTP/1.1', [WITH_KEY]],
    ['a path with half a character', 'GET /templates/%c3 HTTP/1.1', [WITH_KEY]],
    ['a parameter of 600 characters', `GET /templates/${'a'.repeat(600)} HTTP/1.1`, [WITH_KEY]],
    ['no HTTP at all', 'hola', []],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1', []],
    ['headers of 20 kB', 'GET /health HTTP/1.1', [`x-a: ${LONG}`, `x-b: ${LONG}`]],
    ['a header with a bare carriage return', 'GET /health HTTP/1.1', ['x-request-id: a\rb']],
    [
      'two ways to tell where the body ends',
      'POST /render HTTP/1.1',
      [WITH_KEY, 'content-length: 5', 'transfer-encoding: chunked'],
    ],
  ]

for (const [name, start, headers] of UNREADABLE) {
  test(`${name} is 400 INVALID_INPUT in the envelope with x-request-id`, async () => {
    const { status, json, requestId } = await raw(start, headers)
    assert.deepEqual([status, json.error.code], [400, 'INVALID_INPUT'])
    assert.match(requestId, UUID)
    assert.equal(json.error.requestId, requestId)
    assert.equal(json.error.details.issues.length, 1)
    assert.deepEqual(json.error.details.issues[0].path, [])
  })
}

test('a request that names no host is 400 INVALID_INPUT in the envelope, but for HTTP/1.0', async () => {
  const { status, json, requestId } = await rawLines([
    'GET /health HTTP/1.1',
    'Connection: close',
    '',
    '',
  ])
  assert.deepEqual([status, json.error.code], [400, 'INVALID_INPUT'])
  assert.equal(json.error.requestId, requestId)
  assert.equal((await rawLines(['GET /health HTTP/1.0', '', ''])).status, 200)
})

test('an expectation that the service does not know is not looked at', async () => {
  const { status, requestId } = await raw('GET /health HTTP/1.1', ['Expect: otra'])
  assert.equal(status, 200)
  assert.match(requestId, UUID)
})

test('DELETE without a body is done whatever type of body its headers name', async () => {
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
    await documents.upload('fuera', docx(p('x')))
    for (const length of [[], ['content-length: 0']]) {
      const headers = [WITH_KEY, `content-type: ${type}`, ...length]
      const { status } = await raw('DELETE /templates/fuera HTTP/1.1', headers)
      assert.deepEqual([type, status], [type, length.length === 0 ? 204 : 404])
    }
  }
})

test('the service answers as before after requests that it cannot read', async () => {
  assert.equal((await documents.render('hola', {})).status, 200)
})

test('a slug of dots in a path, encoded so that no client resolves it, is 400 INVALID_INPUT', async () => {
  for (const slug of ['%2e%2e', '%2e', '..%2f..%2fetc', 'a%2fb', 'a%00', 'a%0a', '%20', '*']) {
    const { status, json } = await raw(`GET /templates/${slug} HTTP/1.1`, [WITH_KEY])
    assert.deepEqual([slug, status, json.error.code], [slug, 400, 'INVALID_INPUT'])
  }
})

const WRONG_KEYS: readonly (readonly [name: string, headers: readonly string[]])[] = [
  ['no key', []],
  ['an empty key', ['x-api-key:']],
  ['another key', ['x-api-key: otra']],
  ['the beginning of the key', [`x-api-key: ${KEY.slice(0, -1)}`]],
  ['a longer key', [`x-api-key: ${KEY}a`]],
  ['the key in capitals', [`x-api-key: ${KEY.toUpperCase()}`]],
  ['the key twice', [WITH_KEY, WITH_KEY]],
  ['the key and another', [WITH_KEY, 'x-api-key: otra']],
  ['bytes above ASCII', ['x-api-key: \u00f1\u00ff']],
  ['a very long key', [`x-api-key: ${KEY.repeat(500)}`]],
  ['the key in another header', [`authorization: Bearer ${KEY}`]],
]

for (const [name, headers] of WRONG_KEYS) {
  test(`${name} is 401 UNAUTHORIZED, and the answer never holds the key`, async () => {
    const answer = await raw('GET /templates HTTP/1.1', headers)
    assert.deepEqual([answer.status, answer.json.error.code], [401, 'UNAUTHORIZED'])
    assert.equal(JSON.stringify(answer).includes(KEY), false)
  })
}

test('HEAD needs the key as GET does, and white space around the key is not part of it', async () => {
  for (const { path } of ROUTES.filter(({ method, auth }) => method === 'GET' && auth === 'key')) {
    const start = `HEAD ${path.replace(':slug', 'hola')} HTTP/1.1`
    assert.equal((await raw(start)).status, 401, path)
    assert.equal((await raw(start, [`x-api-key:   ${KEY}  `])).status, 200, path)
  }
})

test('without the key a body is not even waited for', async () => {
  const headers = ['content-type: application/json', 'content-length: 1000000']
  assert.equal((await raw('POST /render HTTP/1.1', headers)).status, 401)
})

test('health is public, whatever key is sent', async () => {
  for (const headers of [[], ['x-api-key: otra'], [WITH_KEY]]) {
    assert.equal((await raw('GET /health HTTP/1.1', headers)).status, 200)
  }
})

test('an x-request-id of 128 printable characters is echoed in header and envelope', async () => {
  for (const id of ['a', 'x'.repeat(128), '~!"#$%&', '3f2c']) {
    const answer = await raw('GET /nada HTTP/1.1', [`x-request-id: ${id}`])
    assert.deepEqual([answer.requestId, answer.json.error.requestId], [id, id])
  }
})

test('any other x-request-id is replaced by a UUID v4', async () => {
  const ids = ['', 'x'.repeat(129), LONG, 'a b', 'a\tb', '\u00f1', 'a\u0080', '\u0001']
  for (const id of ids) {
    const answer = await raw('GET /nada HTTP/1.1', [`x-request-id: ${id}`])
    assert.match(answer.requestId, UUID)
    if (answer.json !== undefined) assert.equal(answer.json.error.requestId, answer.requestId)
  }
  const twice = await raw('GET /nada HTTP/1.1', ['x-request-id: a', 'x-request-id: b'])
  assert.match(twice.requestId, UUID)
})

test('x-request-id stands on answers of every kind, and differs from answer to answer', async () => {
  const starts = [
    ['GET /health HTTP/1.1', 200],
    ['GET /templates HTTP/1.1', 200],
    ['GET /templates/hola HTTP/1.1', 200],
    ['GET /templates/nadie HTTP/1.1', 404],
    ['DELETE /templates/nadie HTTP/1.1', 404],
    ['OPTIONS /templates HTTP/1.1', 404],
    ['GET /openapi.json HTTP/1.1', 200],
    ['GET /console HTTP/1.1', 200],
  ] as const
  const seen = new Set<string>()
  for (const [start, status] of starts) {
    const answer = await raw(start, [WITH_KEY])
    assert.equal(answer.status, status, start)
    assert.match(answer.requestId, UUID, start)
    seen.add(answer.requestId)
  }
  assert.equal(seen.size, starts.length)
})

test('the schemas of the API’s description are JSON Schemas', async () => {
  assert.deepEqual(await invalidSchemas(`${documents.client.baseUrl}/openapi.json`), [])
})

test('a body that is compressed is 400 INVALID_INPUT and is never inflated', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))
  const answer = await documents.client.post('/render', bomb, {
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  })
  assert.deepEqual([answer.status, codeOf(answer)], [400, 'INVALID_INPUT'])
})

test('of a key that is there twice the last one counts, as in every JSON parser here', async () => {
  const body = '{"slug":"nadie","slug":"hola","data":{}}'
  const answer = await documents.client.post('/render', body, {
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(answer.status, 200)
})

test('an upload that is broken off leaves nothing behind, and the next one succeeds', async () => {
  const before = await readdir(join(documents.folder, 'templates'), { recursive: true })
  for (let count = 0; count < 5; count += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const part =
      '--b\r\ncontent-disposition: form-data; name="slug"\r\n\r\ncortado\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.docx"\r\n\r\nPK'
    const head = `POST /templates HTTP/1.1\r\nHost: x\r\n${WITH_KEY}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n`
    await new Promise((resolve) => socket.write(head + part, resolve))
    // The service has had its turn, and with it these bytes.
    await documents.stranger.get('/health')
    socket.destroy()
  }
  await documents.stranger.get('/health')
  const left = await readdir(join(documents.folder, 'templates'), { recursive: true })
  assert.deepEqual(left.toSorted(), before.toSorted())
  assert.deepEqual(await readdir(join(documents.folder, 'tmp')), [])
  assert.equal((await documents.upload('cortado', docx(p('x')))).status, 201)
})

test('an upload that cannot be read keeps no later request of its connection waiting', async () => {
  const body = 'x'.repeat(1_100_000)
  const types = ['multipart/form-data', 'multipart/form-data; boundary=b']
  const uploads = types.map(
    (type) =>
      `POST /templates HTTP/1.1\r\nHost: x\r\n${WITH_KEY}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  const last = 'GET /health HTTP/1.1\r\nHost: x\r\nconnection: close\r\n\r\n'
  const statuses = await new Promise<readonly string[]>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const said = Buffer.concat(chunks).toString('utf8')
      resolve([...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status))
    })
    // The next request begins before the answer is there, as on a connection that is used by many.
    socket.write(uploads.join('') + last)
  })
  assert.deepEqual(statuses, ['400', '400', '200'])
})

test('the list of routes says of each what its declaration says', async () => {
  const text = await readFile(new URL('../src/routes.ts', import.meta.url), 'utf8')
  assert.deepEqual(
    [...text.matchAll(/^ {2}\w+, \/\/ (.*)$/gm)].map(([, said]) => said),
    ROUTES.map(({ method, path }) => `${method} ${path}`),
  )
})
