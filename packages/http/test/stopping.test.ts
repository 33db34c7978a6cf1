import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { createHttpServer } from '../src/http-server.ts'

const log = createLog({ service: 'http-test', level: 'silent', format: 'json' })

/** What a request gets of which the first line arrived before the stop, and the rest after it began. */
async function askedWhileStopping(t: TestContext, line: string): Promise<string> {
  const done: string[] = []
  const app = createHttpServer({
    log,
    bodyLimitBytes: 1_000,
    unreadable: (reason, requestId) => ({
      status: reason === 'stopping' ? 503 : 400,
      body: JSON.stringify({ reason, requestId }),
    }),
  })
  app.get('/health', () => ({ status: 'ok' }))
  app.post('/things', () => {
    done.push('a thing')
    return 'made'
  })
  const stopping = Promise.withResolvers<void>()
  app.addHook('preClose', (next) => {
    stopping.resolve()
    next()
  })
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(url.port), url.hostname)
  t.after(() => socket.destroy())
  const chunks: string[] = []
  socket.on('data', (chunk) => chunks.push(String(chunk)))
  // The first answer shows that the server reads this connection, and what follows it keeps it from being idle.
  socket.write(
    `GET /health HTTP/1.1\r\nhost: x\r\n\r\n${line}\r\nhost: x\r\nx-request-id: abcdefgh\r\n`,
  )
  await eventually('the service answers', () => chunks.join('').includes('"ok"'))
  const closed = app.close()
  await stopping.promise
  chunks.length = 0
  socket.write('\r\n')
  await once(socket, 'close')
  await closed
  assert.deepEqual(done, [])
  return chunks.join('')
}

test('/health of a process that stops is 503 with Retry-After, and says that it is stopping', async (t) => {
  const answer = await askedWhileStopping(t, 'GET /health HTTP/1.1')
  assert.match(answer, /^HTTP\/1\.1 503 /)
  assert.match(answer, /\r\nretry-after: 1\r\n/)
  assert.match(answer, /\r\ncache-control: no-store\r\n/)
  assert.match(answer, /\r\nconnection: close\r\n/i)
  assert.match(answer, /\{"status":"down","stopping":true\}$/)
})

test('another request to a process that stops is not done, and told so in the form of the service', async (t) => {
  const answer = await askedWhileStopping(t, 'POST /things HTTP/1.1')
  assert.match(answer, /^HTTP\/1\.1 503 /)
  assert.match(answer, /\r\nretry-after: 1\r\n/)
  assert.match(answer, /\r\nx-request-id: abcdefgh\r\n/)
  assert.match(answer, /\{"reason":"stopping","requestId":"abcdefgh"\}$/)
})
