import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'
import { parseExact } from '@oficina/web/exact-json.ts'

import { dateOf, typedDate } from '../../console/values/date-text.ts'
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

test('a day is read as people write it', () => {
  const mexican = { today: '2026-11-22', order: 'day-first' } as const
  const cases = [
    ['20/11/2026', '2026-11-20'],
    ['5-3-26', '2026-03-05'],
    ['5/3', '2026-03-05'],
    ['5 mar', '2026-03-05'],
    ['5 de marzo de 2027', '2027-03-05'],
    ['050327', '2027-03-05'],
    ['2026-1-9', '2026-01-09'],
    ['hoy', '2026-11-22'],
    ['+10', '2026-12-02'],
    ['31/02/2026', '31/02/2026'],
    ['pronto', 'pronto'],
  ] as const
  for (const [typed, wire] of cases) assert.equal(dateOf(typed, mexican), wire, typed)
  assert.equal(dateOf('11/20/2026', { ...mexican, order: 'month-first' }), '2026-11-20')
})

test('a day shown for typing is read as itself', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
      fc.constantFrom('day-first' as const, 'month-first' as const),
      (date, order) => {
        const wire = date.toISOString().slice(0, 10)
        assert.equal(dateOf(typedDate(wire, order), { today: '2026-11-22', order }), wire)
      },
    ),
  )
})
