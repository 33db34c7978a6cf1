import assert from 'node:assert/strict'
import { test } from 'node:test'

import { SemaphoreFull, Semaphore } from '../../src/actions/semaphore.ts'

const never = new AbortController().signal
const LONG_MS = 60_000

test('so many have a turn as may, the others follow in the order of asking', async () => {
  const turns = new Semaphore({ atOnce: 2, waiting: 3, waitMs: LONG_MS })
  const order: number[] = []
  const given = [await turns.take(never), await turns.take(never)]
  const waiting = [0, 1, 2].map(async (index) => {
    const giveBack = await turns.take(never)
    order.push(index)
    giveBack()
  })
  assert.deepEqual(order, [])
  given[0]?.()
  await Promise.all(waiting)
  assert.deepEqual(order, [0, 1, 2])
})

test('one more than may wait is refused at once, one that waits too long after its time', async () => {
  const turns = new Semaphore({ atOnce: 1, waiting: 1, waitMs: 20 })
  const giveBack = await turns.take(never)
  const waits = assert.rejects(turns.take(never), SemaphoreFull)
  await assert.rejects(turns.take(never), SemaphoreFull)
  await waits
  giveBack()
  await turns.take(never)
})

test('who gives up waiting makes room, and whoever was aborted before gets no turn', async () => {
  const turns = new Semaphore({ atOnce: 1, waiting: 1, waitMs: LONG_MS })
  const giveBack = await turns.take(never)
  const leaver = new AbortController()
  const left = assert.rejects(turns.take(leaver.signal), { message: 'gone' })
  leaver.abort(new Error('gone'))
  await left
  const next = turns.take(never)
  await assert.rejects(turns.take(leaver.signal), { message: 'gone' })
  giveBack()
  await next
})

test('a turn given back twice is one turn', async () => {
  const turns = new Semaphore({ atOnce: 1, waiting: 0, waitMs: LONG_MS })
  const giveBack = await turns.take(never)
  giveBack()
  giveBack()
  await turns.take(never)
  await assert.rejects(turns.take(never), SemaphoreFull)
})
