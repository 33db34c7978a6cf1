import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'
import { parseExact } from '@oficina/web/exact-json.ts'

import { decimalOf, isSameDecimal, trimmedDecimal } from '../../console/values/decimal-text.ts'
import { onlyMeant } from '../../console/values/meant-reference.ts'

test('a number is read as people write it, and travels with every digit', () => {
  const cases = [
    ['1,234.50', '1234.50'],
    [' $ 1 234.5 ', '1234.5'],
    ['(12.00)', '-12.00'],
    ['.5', '0.5'],
    ['007', '7'],
    ['16 %', '16'],
    ['123456789012345678.123456', '123456789012345678.123456'],
    ['doce', 'doce'],
  ] as const
  for (const [typed, wire] of cases) assert.equal(decimalOf(typed), wire)
})

test('zeros at the end make no other number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat(6), (whole, zeros) => {
      const text = `${whole}.5${'0'.repeat(zeros)}`
      assert.equal(isSameDecimal(text, `${whole}.5`), true)
      assert.equal(trimmedDecimal(text, 2), `${whole}.50`)
      assert.equal(isSameDecimal(text, `${whole}.51`), false)
    }),
  )
})

test('amounts of an answer keep their digits', () => {
  const read = parseExact('{"id":7,"total":123456789012345678.10,"tasa":0.160000,"nombre":"1.0"}')
  assert.deepEqual(read, {
    id: 7,
    total: '123456789012345678.10',
    tasa: '0.160000',
    nombre: '1.0',
  })
})

test('a key that is typed means its record alone', () => {
  const option = (id: number, label: string) => ({ value: { id, text: label }, label })
  const options = [option(1, 'VAR Varilla'), option(2, 'VAR-38 Varilla 3/8')]
  assert.equal(onlyMeant(options, 'var'), options[0]?.value)
  assert.equal(onlyMeant(options, 'varilla'), 'several')
  assert.equal(onlyMeant(options.slice(1), '3/8'), options[1]?.value)
  assert.equal(onlyMeant([], 'x'), 'none')
})
