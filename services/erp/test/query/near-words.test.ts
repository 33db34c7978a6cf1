import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import {
  faultsBetween,
  folded,
  nearPatterns,
  nearWords,
} from '../../src/query/listing/near-words.ts'

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
const word = fc.string({ unit: letter, minLength: 5, maxLength: 14 })
const fault = fc.record({
  kind: fc.constantFrom('wrong', 'missing', 'more', 'swapped'),
  at: fc.nat(13),
  letter,
})

type Fault = { readonly kind: string; readonly at: number; readonly letter: string }

function withFault(right: string, { at, kind, letter: other }: Fault): string {
  const place = at % (kind === 'swapped' ? right.length - 1 : right.length)
  const before = right.slice(0, place)
  switch (kind) {
    case 'wrong':
      return before + other + right.slice(place + 1)
    case 'missing':
      return before + right.slice(place + 1)
    case 'more':
      return before + other + right.slice(place)
    default:
      return before + right.charAt(place + 1) + right.charAt(place) + right.slice(place + 2)
  }
}

/** As PostgreSQL would, in a folded text. */
function fits(text: string, typed: string): boolean {
  const patterns = nearPatterns(typed)
  assert.ok(patterns, typed)
  const { expression, parts } = patterns
  if (parts.some((part) => text.includes(part))) return true
  return expression !== null && new RegExp(expression, 'u').test(text)
}

test('a name of five letters or more is found whatever letter of it is wrong, missing, too many or swapped', () => {
  fc.assert(
    fc.property(word, fault, (right, what) => {
      const typed = withFault(right, what)
      assert.ok(fits(`casa ${right}, s.a.`, typed), typed)
      assert.deepEqual(nearWords(typed, [`Casa ${right}, S.A.`]), [
        right.includes(typed) ? typed : right,
      ])
    }),
    { numRuns: 2_000 },
  )
})

test('what is near is told as it is written, the most frequent of the nearest first', () => {
  const texts = ['Ferretera del Sur', 'FERRETERÍA López', 'Ferretería Núñez', 'Fletera']
  assert.deepEqual(nearWords('ferreteira', texts), ['ferretería', 'ferretera'])
  assert.deepEqual(nearWords('nuñes', texts), ['núñez'])
  assert.deepEqual(nearWords('lopes', ['Lopez', 'Lopez', 'López Topes']), ['lopez', 'topes'])
  assert.deepEqual(nearWords('gonzales', ['Gonzalo', 'González']), ['gonzález'])
})

test('a word that is being typed is near to those that begin nearly like it, whole words before', () => {
  assert.deepEqual(nearWords('hernad', ['Hernández']), ['hernández'])
  assert.deepEqual(nearWords('ferra', ['Ferretería', 'Tierra Ferro']), ['ferro'])
})

test('a word that occurs is looked for as it is', () => {
  assert.deepEqual(nearWords('ferre', ['Ferretería', 'Fierro']), ['ferre'])
})

test('two faults are forgiven in a word of eight letters, not in a shorter one', () => {
  assert.deepEqual(nearWords('constructroas', ['Constructora']), ['constructora'])
  assert.deepEqual(nearWords('aceirop', ['Aceros']), [])
})

test('codes, numbers and short words are not guessed', () => {
  for (const typed of ['abc', 'CL-000002', 'XAXX010101000', '1234', 'a b c d', '']) {
    assert.equal(nearPatterns(typed), null, typed)
  }
})

test('faults are counted alike from both sides, and none is the same word', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (one, other, limit) => {
      const faults = faultsBetween(one, other, limit)
      assert.equal(faults <= limit, faultsBetween(other, one, limit) <= limit)
      assert.equal(faultsBetween(one, one, limit), 0)
      assert.equal(faults === 0, one === other)
    }),
  )
  assert.equal(folded('Núñez Ávila'), 'nunez avila')
})
