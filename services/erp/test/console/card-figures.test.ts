import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import type { HomeCard } from '../../console/home/card-declaration.ts'
import {
  addressOf,
  centsOf,
  decimalOf,
  figuresOf,
  filledFigures,
  sumOf,
} from '../../console/home/card-figures.ts'

const CARD: HomeCard = {
  name: 'x',
  label: { es: 'X', en: 'X' },
  empty: { es: 'X', en: 'X' },
  show: 'bars',
  waits: false,
  path: '/x',
  value: { column: 'sum.total', type: 'money', currency: null, minus: null },
  category: { column: 'mes__month', type: 'month', detail: [] },
  opens: { model: 'X', query: 'a=1' },
  row_opens: { model: 'X', query: 'desde={from}&hasta={to}' },
  late_before: null,
  span: null,
  tone: null,
}

test('amounts keep every digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (cents) => {
      assert.equal(centsOf(decimalOf(cents)), cents)
    }),
  )
  assert.equal(centsOf(1234.5), 123_450n)
  assert.equal(centsOf(null), 0n)
})

test('months without rows are shown between those that have some', () => {
  const rows = [
    { mes__month: '2026-02', sum: { total: 10.5 } },
    { mes__month: '2025-11', sum: { total: 2 } },
  ]
  const figures = figuresOf(CARD, rows as never)
  assert.equal(sumOf(figures), 1250n)
  assert.deepEqual(
    filledFigures(CARD, figures).map(({ category, cents }) => [category, cents]),
    [
      ['2025-11', 200n],
      ['2025-12', 0n],
      ['2026-01', 0n],
      ['2026-02', 1050n],
    ],
  )
})

test('a span shows each of its days', () => {
  const card: HomeCard = {
    ...CARD,
    category: { column: 'fecha', type: 'date', detail: [] },
    span: { from: '2026-02-27', to: '2026-03-02' },
  }
  const days = filledFigures(card, []).map(({ category }) => category)
  assert.deepEqual(days, ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
})

test('what enters and what leaves one account is one figure', () => {
  const card: HomeCard = {
    ...CARD,
    value: {
      column: 'importe',
      type: 'money',
      currency: 'moneda_str',
      minus: { column: 'lado', value: 'cargo' },
    },
    category: { column: 'cuenta', type: 'reference', detail: [] },
  }
  const of = (cuenta: number, lado: string, importe: number) => ({
    cuenta,
    cuenta_str: `Cuenta ${cuenta}`,
    moneda_str: 'MXN',
    lado,
    importe,
  })
  const rows = [of(1, 'abono', 100), of(1, 'cargo', 30.5), of(2, 'cargo', 5)]
  assert.deepEqual(
    figuresOf(card, rows).map(({ text, cents, currency }) => [text, cents, currency]),
    [
      ['Cuenta 1', 6950n, 'MXN'],
      ['Cuenta 2', -500n, 'MXN'],
    ],
  )
})

test('a figure leads to its list, a month to its days, and what lacks a value to nothing', () => {
  assert.equal(addressOf({ page: '/admin' }), '/admin')
  assert.equal(addressOf({ report: 'uno' }), '/reports/uno')
  assert.equal(addressOf({ model: 'X', id: 'id' }, { id: 7 }), '/m/X/7')
  assert.equal(addressOf({ model: 'X', id: 'id' }, {}), undefined)
  assert.equal(
    addressOf(CARD.row_opens, { mes__month: '2024-02' }),
    '/m/X?desde=2024-02-01&hasta=2024-02-29',
  )
  assert.equal(addressOf(CARD.row_opens, { mes__month: null }), undefined)
  assert.equal(addressOf({ model: 'X', query: 'a={b}' }, { b: 'y z' }), '/m/X?a=y%20z')
})
