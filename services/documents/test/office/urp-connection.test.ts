import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'

import fc from 'fast-check'

import { BridgeClosed, UnoException, UrpConnection } from '../../src/office/urp-connection.ts'
import { UrpReader } from '../../src/office/urp-reader.ts'
import { UrpWriter } from '../../src/office/urp-writer.ts'

// Not in the run's own folder: the path of a socket is short, and that folder may lie as deep as it wants.
const folder = mkdtempSync('/tmp/oficina-urp-')
after(() => rmSync(folder, { recursive: true, force: true }))
after(() => rm(folder, { recursive: true, force: true }))

const METHOD = { interface: 'com.sun.star.uno.XInterface', index: 3 }
const REPLY = 0x80
const EXCEPTION_REPLY = 0xa0
const counter = { sockets: 0 }

/** A connection whose peer does what it is told once something is sent to it. */
async function withPeer<T>(
  answer: (socket: Socket) => void,
  work: (connection: UrpConnection) => Promise<T>,
): Promise<T> {
  const path = join(folder, `${(counter.sockets += 1)}.sock`)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const connection = new UrpConnection(connect(path))
  try {
    return await work(connection)
  } finally {
    connection.close()
    await new Promise((resolve) => server.close(resolve))
  }
}

function block(body: Buffer, size = body.length): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(1, 4)
  return Buffer.concat([header, body])
}

function call(connection: UrpConnection): Promise<string | null> {
  return connection.call(
    'object',
    METHOD,
    () => undefined,
    (reader) => reader.object(),
  )
}

const object = (id: string) => new UrpWriter().object(id).toBuffer()

test('a call gives what the reply holds, though it comes byte by byte', () =>
  withPeer(
    (socket) => {
      for (const byte of block(Buffer.concat([Buffer.from([REPLY]), object('an office')]))) {
        socket.write(Buffer.from([byte]))
      }
    },
    async (connection) => assert.equal(await call(connection), 'an office'),
  ))

test('an exception of the office rejects its call alone', () => {
  const type = Buffer.concat([Buffer.from([0x80 | 19, 0xff, 0xff, 5]), Buffer.from('x.Bad')])
  const exception = Buffer.concat([Buffer.from([EXCEPTION_REPLY]), type, Buffer.from('\u0002no')])
  return withPeer(
    (socket) => {
      socket.write(block(exception))
      socket.write(block(Buffer.concat([Buffer.from([REPLY]), object('fine')])))
    },
    async (connection) => {
      const calls = await Promise.allSettled([call(connection), call(connection)])
      const [refused, answered] = calls
      assert.ok(refused.status === 'rejected' && refused.reason instanceof UnoException)
      assert.equal(refused.reason.type, 'x.Bad')
      assert.deepEqual(answered, { status: 'fulfilled', value: 'fine' })
      assert.equal(connection.isClosed, false)
    },
  )
})

const BROKEN: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['a value that cannot be read', block(Buffer.from([REPLY, 200]))],
  ['a reply without its value', block(Buffer.from([REPLY]))],
  ['an exception that cannot be read', block(Buffer.from([EXCEPTION_REPLY, 0x93, 0]))],
  ['a message larger than any', block(Buffer.alloc(0), 0x7fffffff)],
  ['a call to an object of ours', block(Buffer.from([0xf0, 9, 22, 0, 0, 1, 120, 0, 0]))],
  ['another protocol', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
]

test('a peer that breaks the protocol ends the bridge and every pending call', async () => {
  for (const [name, bytes] of BROKEN) {
    await withPeer(
      (socket) => socket.write(bytes),
      async (connection) => {
        const calls = await Promise.allSettled([call(connection), call(connection)])
        for (const settled of calls) {
          assert.ok(settled.status === 'rejected', name)
          assert.ok(settled.reason instanceof BridgeClosed, name)
        }
        assert.equal(connection.isClosed, true, name)
        await assert.rejects(call(connection), BridgeClosed)
        await assert.rejects(connection.ready, BridgeClosed)
      },
    )
  }
})

test('a call that is never answered fails when either side closes', async () => {
  await withPeer(
    (socket) => socket.destroy(),
    (connection) => assert.rejects(call(connection), BridgeClosed),
  )
  await withPeer(
    () => undefined,
    async (connection) => {
      const pending = assert.rejects(call(connection), BridgeClosed)
      connection.close()
      await pending
    },
  )
})

test('no bytes whatever leave a call pending once the stream has ended', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 4 }),
      fc.boolean(),
      (bodies, isFramed) =>
        withPeer(
          (socket) => {
            for (const body of bodies) {
              socket.write(isFramed ? block(Buffer.from(body)) : Buffer.from(body))
            }
            socket.end()
          },
          async (connection) => {
            const calls = await Promise.allSettled([call(connection), call(connection)])
            for (const settled of calls) {
              if (settled.status === 'rejected') {
                assert.ok(
                  settled.reason instanceof BridgeClosed || settled.reason instanceof UnoException,
                )
              }
            }
          },
        ),
    ),
    { numRuns: 200 },
  ))

test('what is written is read back: texts of every length, objects, nested properties', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 600 }),
      fc.string({ minLength: 1, maxLength: 300 }),
      fc.boolean(),
      (text, id, flag) => {
        const properties = { Name: text, Nested: { Flag: flag } }
        const bytes = new UrpWriter().string(text).object(id).object(null).properties(properties)
        const caches = { types: new Map(), objects: new Map(), threads: new Map() }
        const reader = new UrpReader(bytes.toBuffer(), caches)
        assert.equal(reader.string(), text)
        assert.equal(reader.object(), id)
        assert.equal(reader.object(), null)
        assert.equal(reader.u8(), 2)
        assert.equal(reader.string(), 'Name')
        assert.equal(reader.u32(), 0xffffffff)
        assert.deepEqual(reader.any(), { kind: 'scalar', value: text })
        assert.equal(reader.u32(), 0)
        assert.equal(reader.string(), 'Nested')
        reader.u32()
        assert.deepEqual(reader.type().name, '[]com.sun.star.beans.PropertyValue')
        assert.equal(reader.u8(), 1)
        assert.equal(reader.string(), 'Flag')
        reader.u32()
        assert.deepEqual(reader.any(), { kind: 'scalar', value: flag })
        reader.u32()
        reader.u32()
        assert.equal(reader.isAtEnd, true)
      },
    ),
  ))
