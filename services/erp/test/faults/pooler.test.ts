import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'

import { startErpProcess } from '../erp-process.ts'
import { startOwnErp } from '../erp-service.ts'

// A service of its own: it starts a process on its database.

// Deep: it starts a process that must refuse.

const HEADER_BYTES = 8

/** A session's first message without its `options`, as a pooler forwards it that keeps no settings. */
function withoutOptions(message: Buffer): Buffer {
  const words = message.subarray(HEADER_BYTES).toString('latin1').split('\0')
  const kept: string[] = []
  for (let index = 0; index + 1 < words.length; index += 2) {
    const [name = '', value = ''] = words.slice(index, index + 2)
    if (name !== '' && name !== 'options') kept.push(name, value)
  }
  const body = Buffer.from(`${kept.join('\0')}\0\0`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(HEADER_BYTES + body.length)
  return Buffer.concat([length, message.subarray(4, HEADER_BYTES), body])
}

test('behind a pooler that keeps no settings of a session the service does not start, and says why', async (t) => {
  const erp = await startOwnErp()
  t.after(() => erp.stop())
  const target = new URL(erp.database.url)
  const sockets = new Set<Socket>()
  const pooler = createServer((client) => {
    const server = connect({ port: Number(target.port), host: target.hostname })
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.once('data', (first) => {
      server.write(withoutOptions(Buffer.from(first)))
      client.pipe(server)
    })
    server.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    pooler.close()
  })
  const pooled = new URL(erp.database.url)
  pooled.hostname = '127.0.0.1'
  // It listens on a port, so it has an address of one.
  pooled.port = String((pooler.address() as AddressInfo).port)
  // The database itself is reached by its Unix socket.
  pooled.search = ''
  await assert.rejects(
    startErpProcess({ DATABASE_URL: pooled.href, DATA_DIR: erp.dataDir }),
    /a pooler in front of it must use session mode/,
  )
})
