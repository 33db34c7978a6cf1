import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { computeReceipt } from '../../../src/actions/business/nomina/decisions/receipt.ts'
import { anyFacts } from './any-facts.ts'
import { LAW } from './law-fixture.ts'

// Values are told to the cent at least, and what is computed from them here is no exact decimal.
const CENT = 0.006

interface Reader {
  readonly tokens: readonly string[]
  at: number
}

/** What a formula of an explanation comes to, by itself: numbers, `+ − × ÷`, parentheses, `min` and `max`. */
function worth(expression: string): number {
  const tokens = expression.match(/\d+(?:\.\d+)?|[-+−×÷(),]|min|max/g) ?? []
  assert.equal(tokens.join(''), expression.replaceAll(' ', ''), 'nothing else is in it')
  const reader = { tokens, at: 0 }
  const value = terms(reader)
  assert.equal(reader.at, tokens.length, expression)
  return value
}

function take(reader: Reader): string {
  reader.at += 1
  return reader.tokens[reader.at - 1] ?? ''
}

function terms(reader: Reader): number {
  let value = factors(reader)
  while (['+', '−'].includes(reader.tokens[reader.at] ?? '')) {
    const sign = take(reader) === '+' ? 1 : -1
    value += sign * factors(reader)
  }
  return value
}

function factors(reader: Reader): number {
  let value = factor(reader)
  while (['×', '÷'].includes(reader.tokens[reader.at] ?? '')) {
    const isTimes = take(reader) === '×'
    const next = factor(reader)
    value = isTimes ? value * next : value / next
  }
  return value
}

function factor(reader: Reader): number {
  const token = take(reader)
  if (token === '-') return -factor(reader)
  if (token === '(') return list(reader)[0] ?? Number.NaN
  if (token === 'min' || token === 'max') {
    assert.equal(take(reader), '(')
    return Math[token](...list(reader))
  }
  return Number(token)
}

/** To the closing parenthesis. */
function list(reader: Reader): readonly number[] {
  const values = [terms(reader)]
  while (take(reader) === ',') values.push(terms(reader))
  return values
}

test('every formula of a receipt comes to the value beside it', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      for (const { steps, concept } of computeReceipt(facts, LAW).lines)
        for (const { name, expression, value } of steps) {
          // It tells why there is none.
          if (name === 'noSubsidy') continue
          const off = Math.abs(worth(expression) - Number(value))
          assert.ok(off < CENT, `${concept}, ${name}: ${expression} is not ${value}`)
        }
    }),
  )
})
