import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ApiError } from '../../src/tenancy/api-error.ts'
import { TextBudget } from '../../src/tenancy/text-budget.ts'

const MIB = 1024 * 1024

test('texts wait, in the order of asking, until there is room for them', async () => {
  const budget = new TextBudget()
  const [long, next, short] = [budget.share(), budget.share(), budget.share()]
  const order: string[] = []
  await long.take(8 * MIB)
  const waiting = [
    next.take(8 * MIB).then(() => order.push('next')),
    // There is room for it, but it does not pass those who came before.
    short.take(1).then(() => order.push('short')),
  ]
  await Promise.resolve()
  assert.deepEqual(order, [])
  long.end()
  await Promise.all(waiting)
  assert.deepEqual(order, ['next', 'short'])
})

test('a share that is ended twice, or was never taken, gives nothing that was not taken', async () => {
  const budget = new TextBudget(20)
  const first = budget.share()
  await first.take(12 * MIB)
  first.end()
  first.end()
  budget.share().end()
  await budget.share().take(12 * MIB)
  const late = budget.share().take(1)
  await assert.rejects(late, isBusy)
})

test('one that is longer than all that there is has it alone', async () => {
  const budget = new TextBudget()
  const share = budget.share()
  await share.take(100 * MIB)
  share.end()
  await budget.share().take(12 * MIB)
})

test('who waits too long gives up his place, and no more than two hundred wait', async () => {
  const budget = new TextBudget(20)
  const held = budget.share()
  await held.take(12 * MIB)
  const waiting = Array.from({ length: 200 }, () => budget.share().take(MIB))
  await assert.rejects(budget.share().take(1), isBusy)
  const ends = await Promise.allSettled(waiting)
  assert.ok(ends.every(({ status }) => status === 'rejected'))
  held.end()
  await budget.share().take(12 * MIB)
})

function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'SERVER_BUSY'
}
