import assert from 'node:assert/strict'
import { test } from 'node:test'

import { rest } from '../src/rest.ts'

test('a rest ends at once when it is called off, before it began or in its middle, and fails neither time', async () => {
  const never = 2 ** 31 - 1
  await rest(never, AbortSignal.abort())
  const calling = new AbortController()
  const resting = rest(never, calling.signal)
  calling.abort()
  await resting
})

test('a rest that is not called off ends by itself', async () => {
  // Something else keeps the process, as the server does: a rest alone would not.
  const kept = setInterval(() => undefined, 1000)
  assert.equal(await rest(1), undefined)
  clearInterval(kept)
})
