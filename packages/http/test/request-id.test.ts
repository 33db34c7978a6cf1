import assert from 'node:assert/strict'
import { test } from 'node:test'

import { requestIdFrom } from '../src/request-id.ts'

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('a printable id of at most 128 characters is kept', () => {
  for (const id of ['abc', 'x'.repeat(128), '!~']) assert.equal(requestIdFrom(id), id)
})

test('any other id is replaced by a UUID v4', () => {
  const others = [undefined, '', 'x'.repeat(129), 'a b', 'a\nb', 'é', ['a', 'b']]
  for (const id of others) assert.match(requestIdFrom(id), UUID_V4)
})
