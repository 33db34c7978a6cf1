import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import {
  MAX_LOADED,
  withFound,
  withNewer,
  withOlder,
  without,
  type FeedWindow,
} from '../../console/feed/load/feed-window.ts'
import { rangeAround } from '../../console/feed/rows/row-range.ts'
import { pollAfter } from '../../console/message/widgets/poll.ts'
import { todoAfter } from '../../console/message/widgets/todo.ts'

const ids = fc
  .uniqueArray(fc.integer({ min: 1, max: 5_000 }), { maxLength: 400 })
  .map((all) => all.toSorted((one, other) => one - other))

test('a window of messages stays in order, without doubles, and within its bound', () => {
  const step = fc.record({ kind: fc.constantFrom('older', 'newer', 'found', 'gone'), page: ids })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let window: FeedWindow = { ids: [2_500], hasOldest: false, hasNewest: false }
      for (const { kind, page } of steps) {
        if (kind === 'older') window = withOlder(window, { ids: page })
        else if (kind === 'newer') window = withNewer(window, { ids: page })
        else if (kind === 'found') window = withFound(window, page)
        else window = without(window, new Set(page))
        const sorted = [...new Set(window.ids)].toSorted((one, other) => one - other)
        assert.deepEqual(window.ids, sorted)
        assert.ok(window.ids.length <= MAX_LOADED)
      }
    }),
  )
})

test('a window that drops its far end says that there is more', () => {
  const many = Array.from({ length: MAX_LOADED }, (_one, index) => index + 1_000)
  const whole: FeedWindow = { ids: many, hasOldest: true, hasNewest: true }
  assert.equal(withOlder(whole, { ids: [1, 2], hasOldest: true }).hasNewest, false)
  assert.equal(withNewer(whole, { ids: [9_000], hasNewest: true }).hasOldest, false)
})

test('what is moved into a view where its window does not reach is left out', () => {
  const window: FeedWindow = { ids: [10, 20, 30], hasOldest: false, hasNewest: false }
  assert.deepEqual(withFound(window, [5, 15, 40]).ids, [10, 15, 20, 30])
  assert.deepEqual(withFound({ ...window, hasNewest: true }, [5, 40]).ids, [10, 20, 30, 40])
})

test('the rows around a place fill what is seen, as far as there are rows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 200 }),
      fc.nat(),
      fc.integer({ min: -800, max: 800 }),
      (heights, at, offset) => {
        const index = at % heights.length
        const extent = { count: heights.length, height: 700, spare: 300 }
        const heightOf = (one: number): number => heights[one] ?? 0
        const { start, end } = rangeAround({ index, offset }, { ...extent, heightOf })
        const sum = (from: number, to: number): number =>
          heights.slice(from, to).reduce((all, height) => all + height, 0)
        assert.ok(start <= index)
        assert.ok(start === 0 || offset - sum(start, index) <= -300)
        assert.ok(end === heights.length || offset + sum(index, end) >= 1_000)
      },
    ),
  )
})

test('a poll and a list of tasks pass over what makes no sense', () => {
  const extra = { question: '¿Qué?', options: ['a', 'b', 'a', 7] }
  const poll = pollAfter(extra, 1, [
    { userId: 2, said: { type: 'vote', key: 'canned,0', vote: 1 } },
    { userId: 2, said: { type: 'vote', key: 'nada', vote: 1 } },
    { userId: 2, said: { type: 'question', question: 'otra' } },
    { userId: 2, said: { type: 'new_option', option: 'c', idx: 1 } },
    { userId: 3, said: { type: 'unknown' } },
  ])
  assert.equal(poll.question, '¿Qué?', 'its author alone changes it')
  assert.deepEqual(
    poll.options.map(({ key, text, voters }) => [key, text, voters.size]),
    [
      ['canned,0', 'a', 1],
      ['canned,1', 'b', 0],
      ['2,1', 'c', 0],
    ],
  )
  const list = todoAfter({ task_list_title: 'x', tasks: [{ task: 'a', desc: 'b' }, 3] }, 1, [
    { userId: 2, said: { type: 'strike', key: '0,canned' } },
    { userId: 2, said: { type: 'strike', key: 'nada' } },
    { userId: 2, said: { type: 'new_task', key: 1, task: 'c', desc: '' } },
  ])
  assert.deepEqual(
    list.tasks.map(({ key, isDone }) => [key, isDone]),
    [
      ['0,canned', true],
      ['1,2', false],
    ],
  )
})
