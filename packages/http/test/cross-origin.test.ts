import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'

import { createHttpServer } from '../src/http-server.ts'

const log = createLog({ service: 'http-test', level: 'silent', format: 'json' })
const CONSOLE = 'https://consola.example.com'
const PREFLIGHT = {
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'authorization, if-match',
}

async function start(t: TestContext, corsOrigins: readonly string[]) {
  const app = createHttpServer({
    log,
    bodyLimitBytes: 1_000,
    http: { corsOrigins, readerTimeoutMs: 30_000 },
  })
  await app.register((scope, _options, done) => {
    scope.put('/thing', (_request, reply) => reply.header('etag', '"1"').send({ ok: true }))
    scope.options('/asks', (_request, reply) => reply.code(204).header('allow', 'GET').send())
    done()
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  return (method: string, path: string, headers: Readonly<Record<string, string>>) =>
    fetch(url + path, { method, headers })
}

function corsHeaders(answer: Response): readonly string[] {
  return [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
}

test('no page of another origin may call the service unless it is allowed', async (t) => {
  const send = await start(t, [])
  assert.deepEqual(corsHeaders(await send('PUT', '/thing', { origin: CONSOLE })), [])
  const asked = await send('OPTIONS', '/thing', { origin: CONSOLE, ...PREFLIGHT })
  assert.deepEqual([asked.status, corsHeaders(asked)], [404, []])
})

test('a page of an allowed origin may call, with its own token, and read the headers that it needs', async (t) => {
  const send = await start(t, ['http://localhost:5173', CONSOLE])
  const asked = await send('OPTIONS', '/thing', { origin: CONSOLE, ...PREFLIGHT })
  assert.equal(asked.status, 204)
  assert.equal(asked.headers.get('access-control-allow-origin'), CONSOLE)
  assert.match(asked.headers.get('access-control-allow-methods') ?? '', /\bPUT\b.*\bDELETE\b/)
  assert.equal(asked.headers.get('access-control-allow-headers'), 'authorization, if-match')
  assert.equal(asked.headers.get('access-control-max-age'), '7200')
  assert.equal(asked.headers.get('access-control-allow-credentials'), null)
  const answer = await send('PUT', '/thing', { origin: CONSOLE })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('access-control-allow-origin'), CONSOLE)
  assert.match(answer.headers.get('vary') ?? '', /origin/i)
  const exposed = answer.headers.get('access-control-expose-headers')?.split(', ') ?? []
  for (const name of ['etag', 'location', 'retry-after', 'x-request-id']) {
    assert.ok(exposed.includes(name), name)
  }
})

test('an origin that differs in anything is not allowed, nor is none', async (t) => {
  const send = await start(t, [CONSOLE])
  for (const origin of [
    'http://consola.example.com',
    `${CONSOLE}:8443`,
    `${CONSOLE}.evil.com`,
    'https://otra.example.com',
    'null',
    CONSOLE.toUpperCase(),
  ]) {
    assert.deepEqual(corsHeaders(await send('PUT', '/thing', { origin })), [], origin)
    const asked = await send('OPTIONS', '/thing', { origin, ...PREFLIGHT })
    assert.deepEqual(corsHeaders(asked), [], origin)
  }
  assert.deepEqual(corsHeaders(await send('PUT', '/thing', {})), [])
})

test('OPTIONS that is no preflight is answered by its own path', async (t) => {
  const send = await start(t, [CONSOLE])
  const answer = await send('OPTIONS', '/asks', { origin: CONSOLE })
  assert.deepEqual([answer.status, answer.headers.get('allow')], [204, 'GET'])
  const preflight = await send('OPTIONS', '/asks', { origin: CONSOLE, ...PREFLIGHT })
  assert.equal(preflight.headers.get('access-control-allow-origin'), CONSOLE)
})
