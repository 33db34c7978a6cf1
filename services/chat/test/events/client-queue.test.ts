import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { ClientQueue } from '../../src/events/client-queue.ts'
import { shortest } from '../../src/events/park-queues.ts'
import type { QueueOptions } from '../../src/events/queue-options.ts'
import type { RealmId } from '../../src/tenancy/realm-id.ts'

const OPTIONS: QueueOptions = {
  eventTypes: null,
  applyMarkdown: false,
  clientGravatar: false,
  allPublicStreams: false,
  slimPresence: false,
  narrow: [],
  capabilities: {},
  idleTimeoutMs: 600_000,
}

const ALL_READ = { after: 0, gaps: [] }

function queue(): ClientQueue {
  // Only stores make one, and this test has no database.
  const realmId = 1 as RealmId
  return new ClientQueue({ id: 'q', realmId, userId: 2 }, OPTIONS, 0)
}

const event = (number: number) => ({ type: 'x', json: `{"type":"x","number":${number}}` })

test('a queue whose client never reads is given up at 20,000 events', () => {
  const full = queue()
  for (let number = 0; number < 20_000; number += 1) assert.equal(full.push(event(number)), true)
  assert.equal(full.push(event(20_000)), false)
})

test('a stop keeps the shortest queues, as many as fit, and never fails for their size', () => {
  const parked = [3, 1, 2].map((events) => {
    const own = queue()
    for (let number = 0; number < events; number += 1) own.push(event(number))
    return own.park(ALL_READ)
  })
  const characters = event(0).json.length
  const kept = (max: number) => shortest(parked, max).map(({ events }) => events.length)
  assert.deepEqual(kept(6 * characters), [1, 2, 3])
  assert.deepEqual(kept(6 * characters - 1), [1, 2])
  assert.deepEqual(kept(characters - 1), [])
})

test('a wait ends at an event, at its time, at another wait, or when the client goes', async () => {
  const waiting = queue()
  const { signal } = new AbortController()
  const woken = waiting.wait(10_000, signal)
  waiting.push(event(1))
  assert.equal(await woken, 'events')
  const late = queue()
  assert.equal(await late.wait(5, signal), 'timeout')
  const first = late.wait(10_000, signal)
  const second = late.wait(5, signal)
  assert.equal(await first, 'ended')
  assert.equal(await second, 'timeout')
  const gone = new AbortController()
  const left = late.wait(10_000, gone.signal)
  gone.abort()
  assert.equal(await left, 'ended')
})

const action = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'push' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('acknowledge' as const), back: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'park' } as const) },
)

test('events have consecutive ids, and each is given until it is acknowledged, also over a restart', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      let tested = queue()
      let next = 0
      let seen = -1
      for (const one of actions) {
        if (one.kind === 'push') {
          tested.push(event(next))
          next += 1
        } else if (one.kind === 'acknowledge') {
          const last = Math.max(seen, next - 1 - one.back)
          assert.equal(tested.acknowledge(last), undefined)
          seen = last
        } else tested = ClientQueue.unpark(structuredClone(tested.park(ALL_READ)), 0)
        const expected = Array.from({ length: next - 1 - seen }, (_, index) => seen + 1 + index)
        const given = tested
          .take()
          .map((text) => JSON.parse(text) as { id: number; number: number })
        assert.deepEqual(
          given.map(({ id }) => id),
          expected,
        )
        assert.deepEqual(
          given.map(({ number }) => number),
          expected,
        )
      }
      assert.equal(tested.acknowledge(next), 'not_in_queue')
      if (seen > -1) assert.equal(tested.acknowledge(seen - 1), 'pruned')
    }),
  )
})

test('a stop keeps which entries that are still to be read the client has seen already', () => {
  const stopped = queue()
  stopped.seen = new Set([3, 5, 8, 9])
  const { seen } = ClientQueue.unpark(stopped.park({ after: 8, gaps: [4, 5] }), 0)
  assert.deepEqual([...seen], [5, 9])
})

test('a client whose events are too much text must register again, but one that reads need not', () => {
  const event = { type: 'message', json: `{"text":"${'x'.repeat(1_000_000)}"}` }
  const lazy = queue()
  assert.deepEqual(
    Array.from({ length: 17 }, () => lazy.push(event)),
    [...Array.from({ length: 16 }, () => true), false],
  )
  const diligent = queue()
  for (let id = 0; id < 50; id += 1) {
    assert.equal(diligent.push(event), true)
    assert.equal(diligent.acknowledge(id), undefined)
  }
})
