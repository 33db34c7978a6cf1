import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'

import type { FastifyInstance } from 'fastify'
import { createLog } from '@oficina/kit/log.ts'

import { createHttpServer } from '../src/http-server.ts'

const log = createLog({ service: 'http-test', level: 'silent', format: 'json' })
const JSON_TYPE = 'application/json; charset=utf-8'
const BODY = JSON.stringify(Array.from({ length: 300 }, (_, id) => ({ id, nombre: `Fila ${id}` })))
const PIECES = Array.from({ length: 500 }, (_, index) => `${index} ${'ñandú '.repeat(5_000)}\r\n`)

let app: FastifyInstance
let url: string
const freed = Promise.withResolvers<void>()

before(async () => {
  app = createHttpServer({ log, bodyLimitBytes: 1_000_000 })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  await app.register((scope, _options, done) => {
    scope.get('/type', (incoming, reply) =>
      reply.type((incoming.query as { is: string }).is).send(BODY),
    )
    scope.get('/small', (_incoming, reply) => reply.type(JSON_TYPE).send('{"a":1}'))
    scope.get('/tagged', (incoming, reply) => {
      reply.header('etag', '"3"')
      if (incoming.headers['if-none-match'] === '"3"') return reply.code(304).send()
      return reply.type(JSON_TYPE).send(BODY)
    })
    scope.get('/stream', (_incoming, reply) =>
      reply.type('text/csv; charset=utf-8').send(Readable.from(PIECES)),
    )
    scope.get('/endless', (_incoming, reply) =>
      reply.type('text/csv').send(
        Readable.from(
          (async function* () {
            try {
              for (let index = 0; ; index += 1) yield await Promise.resolve(`${index}\r\n`)
            } finally {
              freed.resolve()
            }
          })(),
        ),
      ),
    )
    scope.get('/secret', { compress: false }, (_incoming, reply) =>
      reply.type(JSON_TYPE).send(BODY),
    )
    scope.post('/echo', (incoming, reply) =>
      reply.type('application/octet-stream').send(incoming.body),
    )
    done()
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})

after(() => app.close())

interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly bytes: Buffer
}

/** A client that unpacks nothing by itself. */
async function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Answer> {
  const outgoing = request(url + path, { method, headers })
  outgoing.end()
  const [incoming] = await once(outgoing, 'response')
  const bytes = await buffer(incoming)
  return { status: incoming.statusCode, headers: incoming.headers, bytes }
}

const JSON_PATH = `/type?is=${encodeURIComponent(JSON_TYPE)}`

test('the answer is packed as the client prefers, Brotli before gzip', async () => {
  const cases = [
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
  ] as const
  for (const [accepted, encoding] of cases) {
    const { headers, bytes } = await get(JSON_PATH, { 'accept-encoding': accepted })
    assert.equal(headers['content-encoding'], encoding, accepted)
    assert.equal(headers['content-length'], String(bytes.length))
    const body =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes
    assert.equal(body.toString(), BODY)
    if (encoding !== undefined) assert.match(String(headers['vary']), /accept-encoding/i)
    if (encoding !== undefined) assert.ok(bytes.length < BODY.length / 3)
  }
})

test('a client that asks for nothing has the answer as it is', async () => {
  const { headers, bytes } = await get(JSON_PATH)
  assert.deepEqual([headers['content-encoding'], bytes.toString()], [undefined, BODY])
})

test('what is small, or compressed in itself, or tells of progress is left as it is', async () => {
  const accept = { 'accept-encoding': 'br, gzip' }
  assert.equal((await get('/small', accept)).headers['content-encoding'], undefined)
  assert.equal((await get('/secret', accept)).headers['content-encoding'], undefined)
  for (const type of [
    'application/pdf',
    'application/zip',
    'application/x-ndjson; charset=utf-8',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'image/png',
    'text/event-stream',
    'application/octet-stream',
    // The library's own list has it for compressible.
    'application/wasm',
  ]) {
    const { headers } = await get(`/type?is=${encodeURIComponent(type)}`, accept)
    assert.equal(headers['content-encoding'], undefined, type)
  }
  for (const type of ['text/html', 'image/svg+xml', 'application/problem+json', 'text/css']) {
    const { headers } = await get(`/type?is=${encodeURIComponent(type)}`, accept)
    assert.equal(headers['content-encoding'], 'br', type)
  }
})

test('a version keeps its tag, packed or not; 304 has no body, and HEAD claims no wrong length', async () => {
  const accept = { 'accept-encoding': 'br' }
  const whole = await get('/tagged', accept)
  assert.deepEqual([whole.headers['etag'], whole.headers['content-encoding']], ['"3"', 'br'])
  const unchanged = await get('/tagged', { ...accept, 'if-none-match': '"3"' })
  assert.deepEqual([unchanged.status, unchanged.bytes.length], [304, 0])
  assert.equal(unchanged.headers['content-encoding'], undefined)
  const head = await get('/tagged', accept, 'HEAD')
  assert.deepEqual([head.status, head.bytes.length], [200, 0])
  assert.deepEqual([head.headers['etag'], head.headers['content-length']], ['"3"', undefined])
  const plain = await get('/tagged', {}, 'HEAD')
  assert.equal(plain.headers['content-length'], String(Buffer.byteLength(BODY)))
})

test('a long stream is packed as it comes, whole and in order', async () => {
  for (const [accepted, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, bytes } = await get('/stream', { 'accept-encoding': accepted })
    assert.equal(headers['content-encoding'], accepted)
    assert.equal(unpack(bytes).toString(), PIECES.join(''))
  }
})

test('a client that leaves in the middle of a packed stream ends what makes it', async () => {
  const outgoing = request(`${url}/endless`, { headers: { 'accept-encoding': 'br' } })
  outgoing.on('error', () => undefined)
  outgoing.end()
  const [incoming] = await once(outgoing, 'response')
  await once(incoming, 'data')
  outgoing.destroy()
  await freed.promise
})

test('the body of a request is never unpacked, so that a small one stays small', async () => {
  const packed = gzipSync('a'.repeat(100_000))
  const outgoing = request(`${url}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-any', 'content-encoding': 'gzip' },
  })
  outgoing.end(packed)
  const [incoming] = await once(outgoing, 'response')
  assert.deepEqual(await buffer(incoming), packed)
})
