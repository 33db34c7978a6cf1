import assert from 'node:assert/strict'
import { test } from 'node:test'

import { RecentMap } from '../src/recent-map.ts'

test('the entry used longest ago makes room, and reading is using', () => {
  const map = new RecentMap<string, number>(3)
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index)
  assert.equal(map.get('a'), 0)
  map.set('d', 3)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => map.get(key)),
    [0, undefined, 2, 3],
  )
})

test('an entry set again is one entry, with its new value, and the newest', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [3, undefined, 4])
  map.delete('a')
  assert.equal(map.get('a'), undefined)
})

test('where entries weigh, those used longest ago make room until the weight is borne, but never for the newest', () => {
  const map = new RecentMap<string, number>(10, (weight) => weight)
  const kept = () => ['a', 'b', 'c', 'd'].filter((key) => map.get(key) !== undefined)
  map.set('a', 4)
  map.set('b', 4)
  map.set('c', 2)
  assert.deepEqual(kept(), ['a', 'b', 'c'])
  map.set('d', 5)
  assert.deepEqual(kept(), ['c', 'd'])
  map.set('c', 5)
  assert.deepEqual(kept(), ['c', 'd'])
  map.set('a', 11)
  assert.deepEqual(kept(), ['a'])
  map.set('b', 1)
  assert.deepEqual(kept(), ['b'])
})
