import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'

import { createHttpServer } from '../src/http-server.ts'

const log = createLog({ service: 'http-test', level: 'silent', format: 'json' })
const MIB = 1_048_576

async function start(t: TestContext) {
  const app = createHttpServer({ log, bodyLimitBytes: 1_000 })
  app.post('/', () => 'taken')
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  t.after(() => app.close())
  const socket = connect({ port: Number(url.port), host: url.hostname })
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  const seen = { text: '', error: '' }
  socket.on('data', (chunk) => (seen.text += String(chunk)))
  socket.on('error', ({ message }) => (seen.error = message))
  // Being cut off may also be an error.
  const closed = new Promise((resolve) => {
    socket.once('close', resolve)
  })
  const write = async (bytes: Buffer | string) => {
    if (socket.write(bytes)) return
    const drained = new Promise((resolve) => {
      socket.once('drain', resolve)
    })
    await Promise.race([drained, closed])
  }
  return { socket, seen, closed, write }
}

test('a client that sends its whole body before it reads has the 413, and keeps its connection', async (t) => {
  const { socket, seen, write } = await start(t)
  socket.pause()
  await write(
    `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: ${8 * MIB}\r\n\r\n`,
  )
  for (let sent = 0; sent < 8; sent += 1) await write(Buffer.alloc(MIB, 'x'))
  await write(
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 1\r\n\r\nx',
  )
  socket.resume()
  while (!seen.text.includes('taken')) await once(socket, 'data')
  assert.match(seen.text, /^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 200 /)
  assert.equal(seen.error, '')
})

test('a body without an end is cut off after so many bytes', async (t) => {
  const { seen, closed, socket, write } = await start(t)
  await write(
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n',
  )
  const piece = Buffer.concat([
    Buffer.from('100000\r\n'),
    Buffer.alloc(MIB, 'x'),
    Buffer.from('\r\n'),
  ])
  while (!socket.destroyed) await write(piece)
  await closed
  assert.match(seen.text, /^HTTP\/1\.1 413 /)
})

test('a body that stops coming is cut off after a while', async (t) => {
  const { seen, closed, write } = await start(t)
  await write(
    `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: ${MIB}\r\n\r\nx`,
  )
  await closed
  assert.match(seen.text, /^HTTP\/1\.1 413 /)
})
