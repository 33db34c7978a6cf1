import assert from 'node:assert/strict'
import { test } from 'node:test'

import { SessionMemory } from '../../src/access/session-memory.ts'
import type { SessionRow } from '../../src/store/people/session-row.ts'

const LIMIT = 5_000

function session(id: number): SessionRow {
  // The memory looks at nothing in it.
  return { usuario_id: String(id) } as SessionRow
}

function token(id: number): Buffer {
  const hash = Buffer.alloc(32)
  hash.writeUInt32BE(id)
  return hash
}

test('the session that is used all the time is remembered, however many others come', () => {
  const sessions = new SessionMemory()
  sessions.remember(token(0), session(0))
  for (let id = 1; id <= 2 * LIMIT; id += 1) {
    sessions.remember(token(id), session(id))
    assert.equal(sessions.get(token(0))?.usuario_id, '0')
  }
  assert.equal(sessions.get(token(1)), undefined)
})
