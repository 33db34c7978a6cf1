import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'

import { createHttpServer } from '../src/http-server.ts'
import type { UnreadableReason } from '../src/unreadable-request.ts'

// Deep: it waits for two hundred connections that never speak.

const log = createLog({ service: 'http-test', level: 'silent', format: 'json' })

const STATUSES: Readonly<Record<UnreadableReason, number>> = {
  'path-not-encoded': 400,
  'path-too-long': 400,
  'no-http': 400,
  tunnel: 400,
  stopping: 503,
  'headers-too-large': 431,
  'too-slow': 408,
}

interface Running {
  open(): Promise<Socket>
  /** Sends the text as it is and reads until the connection is closed. */
  send(text: string): Promise<string>
  connections(): Promise<number>
}

const PATIENT = { headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 }
const HASTY = { headersTimeoutMs: 100, requestTimeoutMs: 300 }

async function startServer(t: TestContext, limits = PATIENT): Promise<Running> {
  const app = createHttpServer({
    log,
    bodyLimitBytes: 1_000,
    ...limits,
    unreadable: (reason, requestId) => ({
      status: STATUSES[reason],
      body: JSON.stringify({ reason, requestId }),
    }),
  })
  app.get('/a/:name', () => 'hello')
  app.post('/a/:name', () => 'taken')
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  t.after(() => app.close())
  const open = async () => {
    const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true })
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return {
    open,
    send: async (text) => {
      const socket = await open()
      socket.write(text)
      return await readAll(socket)
    },
    connections: () =>
      new Promise((resolve, reject) => {
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
      }),
  }
}

/** What the server sends until it closes; an error of the connection is an error here. */
async function readAll(socket: Socket): Promise<string> {
  let received = ''
  for await (const chunk of socket.setEncoding('utf8')) received += chunk
  return received
}

function assertRefused(received: string, status: number, reason: string): void {
  const [head = '', body = ''] = received.split('\r\n\r\n', 2)
  assert.equal(Number(head.split(' ')[1]), status, received)
  const answer = JSON.parse(body)
  assert.equal(answer.reason, reason)
  assert.match(head, new RegExp(`^x-request-id: ${answer.requestId}\r?$`, 'im'))
  assert.match(head, /^content-type: application\/json/im)
}

const LONG_PATH = `GET /a/x?q=${'a'.repeat(3_000_000)} HTTP/1.1\r\nhost: x\r\n\r\n`

test('a path of three megabytes is answered, however much of it was still to come', async (t) => {
  const server = await startServer(t)
  assertRefused(await server.send(LONG_PATH), 431, 'headers-too-large')
})

test('a path too long is answered on a connection that was used before, too', async (t) => {
  const server = await startServer(t)
  const socket = await server.open()
  socket.write('GET /a/x HTTP/1.1\r\nhost: x\r\n\r\n')
  const [first] = await once(socket, 'data')
  assert.match(String(first), /^HTTP\/1.1 200 .*hello$/s)
  socket.write(LONG_PATH)
  assertRefused(await readAll(socket), 431, 'headers-too-large')
})

test('an unreadable request does not cut off the answer of the one before it', async (t) => {
  const server = await startServer(t)
  const good = 'GET /a/x HTTP/1.1\r\nhost: x\r\n\r\n'
  const received = await server.send(`${good}hola\r\n\r\n`)
  assert.match(received, /^HTTP\/1.1 200 .*hello$/s)
})

test('a path that is not encoded or has too long a part is refused in the same form', async (t) => {
  const server = await startServer(t)
  const close = 'HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
  assertRefused(await server.send(`GET /a/%zz ${close}`), 400, 'path-not-encoded')
  const long = await server.send(`GET /a/${'b'.repeat(600)} ${close}`)
  assertRefused(long, 400, 'path-too-long')
  assertRefused(await server.send('hola\r\n\r\n'), 400, 'no-http')
})

const TUNNEL = 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n'

test('CONNECT, which wants a proxy, is answered in the same form, and its connection is closed', async (t) => {
  const server = await startServer(t)
  assertRefused(await server.send(TUNNEL), 400, 'tunnel')
  assertRefused(await server.send(`${TUNNEL}what the client would say there`), 400, 'tunnel')
  // A client that resets its end costs no process.
  const rude = await server.open()
  rude.write(TUNNEL)
  await once(rude, 'data')
  rude.resetAndDestroy()
  const received = await server.send(`GET /a/x HTTP/1.1\r\nhost: x\r\n\r\n${TUNNEL}`)
  assert.match(received, /^HTTP\/1.1 200 .*hello$/s)
  while ((await server.connections()) > 0) await new Promise((resolve) => setImmediate(resolve))
})

test('a connection that sends its headers too slowly is answered 408 and destroyed, also when its client stays', async (t) => {
  const server = await startServer(t, HASTY)
  const socket = await server.open()
  // Never ends its side: the server has to.
  socket.write('GET /a/x HTTP/1.1\r\nhost:')
  assertRefused(await readAll(socket), 408, 'too-slow')
})

test('two hundred connections that never speak or stop in the middle are all gone', async (t) => {
  const server = await startServer(t, HASTY)
  const opened = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const socket = await server.open()
      if (index % 2 === 0) socket.write('GET /a/x HTTP/1.1\r\nx-slow: ')
      return socket
    }),
  )
  // They read what comes, and never close their side.
  await Promise.all(
    opened.map(async (socket) => {
      socket.resume()
      if (!socket.readableEnded) await once(socket, 'end')
    }),
  )
  // Nothing tells a test that the server has destroyed its end but its own count.
  while ((await server.connections()) > 0) await new Promise((resolve) => setImmediate(resolve))
})

test('a body that stops in the middle is answered 408 in the same form', async (t) => {
  const server = await startServer(t, HASTY)
  const socket = await server.open()
  socket.write(
    'POST /a/x HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  )
  assertRefused(await readAll(socket), 408, 'too-slow')
})
