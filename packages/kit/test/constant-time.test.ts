import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { isSameSecret } from '../src/constant-time.ts'

test('a secret equals itself and nothing else', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      assert.equal(isSameSecret(a, b), a === b)
      assert.equal(isSameSecret(a, a), true)
    }),
  )
})
