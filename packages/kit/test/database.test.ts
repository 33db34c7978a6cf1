import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type LookupFunction } from 'node:net'
import { test } from 'node:test'

import { isUnavailable } from '../src/database.ts'

const bothFamilies: LookupFunction = (_host, _options, done) => {
  done(null, [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ])
}

/** A port of this machine that nobody listens on. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Listening on a port makes the address one of a network.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('a host whose every address refuses the connection is unavailable', async () => {
  const socket = connect({
    host: 'database.example',
    port: await closedPort(),
    autoSelectFamily: true,
    lookup: bothFamilies,
  })
  const error: unknown = await new Promise((resolve) => {
    socket.once('error', resolve)
  })
  assert.ok(error instanceof AggregateError)
  assert.equal(isUnavailable(error), true)
})

test('several faults of our own are no absence of the database', () => {
  assert.equal(isUnavailable(new AggregateError([new TypeError('x is no function')])), false)
})
