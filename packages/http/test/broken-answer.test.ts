import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'

import { handleErrors } from '../src/client-gone.ts'
import { createHttpServer } from '../src/http-server.ts'

function server(t: { after(close: () => Promise<void>): void }) {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const log = createLog({ service: 'http-test', level: 'warn', format: 'json', write })
  const app = createHttpServer({ log, bodyLimitBytes: 1_000 })
  t.after(() => app.close())
  return { app, lines }
}

for (const encoding of ['identity', 'gzip']) {
  test(`an answer that breaks off in the middle is logged with its cause and request (${encoding})`, async (t) => {
    const { app, lines } = server(t)
    app.get('/rows', (_request, reply) =>
      reply.type('text/csv').send(
        Readable.from(
          (async function* () {
            yield await Promise.resolve('x'.repeat(100_000))
            throw new Error('the database is gone')
          })(),
        ),
      ),
    )
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const headers = { 'x-request-id': 'the-request', 'accept-encoding': encoding }
    // Cut off, so that nobody takes it for whole.
    await assert.rejects(fetch(`${url}/rows`, { headers }).then((answer) => answer.text()))
    const [{ level, reqId, err } = { level: 0, reqId: '', err: { message: '' } }, ...others] =
      lines.map((line) => JSON.parse(line))
    assert.deepEqual([level, reqId, err.message], [50, 'the-request', 'the database is gone'])
    assert.deepEqual(others, [])
  })
}

test('an answer whose client goes away is no fault of the service, and logged as none', async (t) => {
  const { app, lines } = server(t)
  const freed = Promise.withResolvers<void>()
  app.get('/endless', (_request, reply) =>
    reply.type('text/csv').send(
      Readable.from(
        (async function* () {
          try {
            for (;;) yield await Promise.resolve('x'.repeat(100_000))
          } finally {
            freed.resolve()
          }
        })(),
      ),
    ),
  )
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(url.port), url.hostname)
  socket.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n')
  socket.once('data', () => socket.destroy())
  await freed.promise
  await app.close()
  assert.deepEqual(lines, [])
})

test('a client that goes away before its answer begins is no error', async (t) => {
  const { app, lines } = server(t)
  const asked = Promise.withResolvers<void>()
  const failed: unknown[] = []
  handleErrors(app, (error, _request, reply) => {
    failed.push(error)
    return reply.code(500).send()
  })
  const answered = Promise.withResolvers<number>()
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode !== 200) answered.resolve(reply.statusCode)
    done()
  })
  // As the pipe to a compressor says it.
  const closed = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  app.get('/late', (request, reply) => {
    request.raw.socket.once('close', () => void reply.send(closed))
    asked.resolve()
    return reply
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /late HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\n\r\n')
  await asked.promise
  socket.destroy()
  assert.equal(await answered.promise, 499)
  assert.deepEqual(failed, [])
  assert.deepEqual(lines, [])
})
