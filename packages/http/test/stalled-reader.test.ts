import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'

import type { FastifyInstance } from 'fastify'
import { createLog } from '@oficina/kit/log.ts'

import { createHttpServer } from '../src/http-server.ts'

const log = createLog({ service: 'http-test', level: 'silent', format: 'json' })
const PIECE = 'x'.repeat(64 * 1024)

function server(readerTimeoutMs = 100, shutdownTimeoutMs = 20_000) {
  return createHttpServer({
    log,
    bodyLimitBytes: 1_000,
    http: { readerTimeoutMs, shutdownTimeoutMs, corsOrigins: [] },
  })
}

/** A connection to a server whose answer has no end, of which it takes nothing; `freed` once the answer is given up. */
async function stalledReader(
  app: FastifyInstance,
  t: TestContext,
): Promise<{ freed: Promise<void> }> {
  const freed = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  app.get('/endless', (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          try {
            for (;;) {
              began.resolve()
              yield await Promise.resolve(PIECE)
            }
          } finally {
            freed.resolve()
          }
        })(),
      ),
    ),
  )
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(url.port), url.hostname)
  t.after(() => socket.destroy())
  socket.pause()
  socket.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n')
  await began.promise
  return { freed: freed.promise }
}

test('a reader that takes nothing is cut off, and what its answer held is free', async (t) => {
  const app = server()
  t.after(() => app.close())
  const { freed } = await stalledReader(app, t)
  await freed
})

test('a reader that takes nothing does not outlast a stop, however patient the server is else', async (t) => {
  const app = server(3_600_000, 400)
  const { freed } = await stalledReader(app, t)
  await app.close()
  await freed
})

test('an answer that takes long to make is waited for', async (t) => {
  const app = server()
  t.after(() => app.close())
  app.get('/slow', async () => {
    await once(app.server, 'timeout')
    await once(app.server, 'timeout')
    return 'done'
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  assert.equal(await (await fetch(`${url}/slow`)).text(), 'done')
})

test('a reader that takes its time, but takes, has the whole answer', async (t) => {
  // Longer than a busy machine may keep the reader from reading.
  const app = server(60_000)
  t.after(() => app.close())
  const pieces = 200
  app.get('/long', (_request, reply) =>
    reply.send(Readable.from(Array.from({ length: pieces }, () => PIECE))),
  )
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(url.port), url.hostname)
  socket.write('GET /long HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  let received = 0
  for await (const chunk of socket) {
    received += chunk.length
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.ok(received > pieces * PIECE.length)
})
