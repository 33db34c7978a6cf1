import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { ExactEvent } from '../../src/events/exact-event.ts'
import type { EventBody } from '../../wire/events.ts'

/** Whether the compiler lets `emit` take an event, given as it is or through a variable. */
type Taken<E> = E extends EventBody ? (E extends ExactEvent<E> ? true : false) : false

interface Remove {
  readonly type: 'user_group'
  readonly op: 'remove'
}

// A value that is not what the compiler has found does not compile.
const right: Taken<Remove & { group_id: number }> = true
const missing: Taken<Remove> = false
const misspelt: Taken<Remove & { groupId: number }> = false
const ofAnotherType: Taken<Remove & { group_id: string }> = false
const unknownOperation: Taken<{ type: 'user_group'; op: 'vanish'; group_id: number }> = false
const privateSwitch: Taken<Remove & { group_id: number; legacy_only: true }> = false
const ofAnotherOperation: Taken<Remove & { group_id: number; user_ids: number[] }> = false

test('an event with a missing, a misspelt or a private field does not compile', () => {
  assert.equal(right, true)
  const refused = { missing, misspelt, ofAnotherType, unknownOperation, privateSwitch }
  for (const [what, isTaken] of Object.entries({ ...refused, ofAnotherOperation })) {
    assert.equal(isTaken, false, what)
  }
})
