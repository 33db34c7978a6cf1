import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type LookupFunction } from 'node:net'
import { test } from 'node:test'

import pg from 'pg'

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

/** An error as the server tells it. */
function told(code: string, message: string): Error {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })
}

test('what a coordinator says of a node that it lost in the middle is an absence of the database', () => {
  for (const message of [
    'failure on connection marked as essential: 127.0.0.1:5601',
    'failed to COPY to shard 102008 on 127.0.0.1:5601',
    'could not commit transaction for shard 102008 on at least one active node',
    'failed to commit transaction on 127.0.0.1:5601',
    "failed to prepare transaction 'citus_0_1_2_0' on host 127.0.0.1:5601",
    'could not connect to any active placements',
    'failed to send query to 127.0.0.1:5601',
    'failed to send 8192 bytes abc on node 1',
    'connection not open',
    'no connection to the server',
    'could not receive data from server: Connection reset by peer',
    'could not send data to server: Broken pipe\ninvalid socket',
  ]) {
    assert.equal(isUnavailable(told('XX000', message)), true, message)
  }
  assert.equal(isUnavailable(told('XX000', 'could not open relation with OID 1')), false)
})
