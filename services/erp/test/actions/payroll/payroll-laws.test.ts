import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import fc from 'fast-check'

import { tariffOf, tariffTax } from '../../../src/actions/business/nomina/decisions/income-tax.ts'
import { shareProfits } from '../../../src/actions/business/nomina/decisions/profit-sharing.ts'
import { computeReceipt } from '../../../src/actions/business/nomina/decisions/receipt.ts'
import {
  compare,
  decimal,
  decimalText,
  minus,
  plus,
  sumOfDecimals,
  ZERO,
  type Decimal,
} from '../../../src/fiscal/decimal.ts'
import { anyFacts, keyed, pesos } from './any-facts.ts'
import { LAW } from './law-fixture.ts'
import { debts } from './receipt-fixture.ts'

const text = (value: Decimal) => decimalText(minus(value, decimal('0.00')))

describe('of any facts', () => {
  it('what is paid and what is withheld add up to what was earned, and nobody pays to work', () => {
    fc.assert(
      fc.property(anyFacts, (drawn) => {
        const { lines, totals } = computeReceipt(drawn, LAW)
        const sum = (type: string) =>
          sumOfDecimals(lines.filter((line) => line.type === type).map(({ amount }) => amount))
        const earned = plus(sum('perception'), sum('otherPayment'))
        assert.equal(text(minus(earned, sum('deduction'))), text(totals.net))
        assert.equal(text(plus(totals.paid, totals.inKind)), text(totals.net))
        assert.ok(compare(totals.paid, ZERO) >= 0, `paid ${text(totals.paid)}`)
      }),
    )
  })

  it('taxed and exempt are the whole of every perception, and neither is below zero', () => {
    fc.assert(
      fc.property(anyFacts, (drawn) => {
        const { lines } = computeReceipt(drawn, LAW)
        for (const { type, amount, taxed, exempt, concept } of lines) {
          const whole = type === 'perception' ? amount : ZERO
          assert.equal(text(plus(taxed, exempt)), text(whole), concept)
          assert.ok(compare(taxed, ZERO) >= 0 && compare(exempt, ZERO) >= 0, concept)
          assert.ok(compare(amount, ZERO) > 0, `${concept} is nothing`)
        }
      }),
    )
  })

  it('every line explains itself to its last cent', () => {
    fc.assert(
      fc.property(anyFacts, (drawn) => {
        for (const { steps, amount, concept } of computeReceipt(drawn, LAW).lines)
          assert.equal(steps.at(-1)?.value, text(amount), concept)
      }),
    )
  })

  it('computing twice gives the same, and the order of the facts does not matter', () => {
    fc.assert(
      fc.property(anyFacts, (drawn) => {
        const { alimonies, housing, loans } = drawn.debts
        const turned = {
          ...drawn,
          weeks: drawn.weeks.toReversed(),
          given: drawn.given.toReversed(),
          debts: debts({
            alimonies: alimonies.toReversed(),
            housing: housing.toReversed(),
            loans: loans.toReversed(),
          }),
        }
        const receipt = computeReceipt(drawn, LAW)
        assert.deepEqual(computeReceipt(drawn, LAW), receipt)
        assert.deepEqual(computeReceipt(turned, LAW), receipt)
      }),
    )
  })
})

/**
 * By how much a row's fixed fee may differ from what the row before comes to: annex 8 prints the shorter periods' fees as
 * multiples of a day's, which is rounded to the cent.
 */
const ROUNDED = {
  daily: '0.01',
  weekly: '0.04',
  tenDay: '0.13',
  fortnightly: '0.19',
  monthly: '0.01',
  annual: '0.01',
} as const

const period = fc.constantFrom('daily', 'weekly', 'tenDay', 'fortnightly', 'monthly', 'annual')

describe('ISR', () => {
  it('is never below zero, never more than the income, and does not fall when that rises', () => {
    fc.assert(
      fc.property(period, pesos(7_000_000), pesos(1000), (kind, income, more) => {
        const tariff = tariffOf(LAW, kind, decimal('1'))
        const less = tariffTax(income, tariff).amount
        const larger = tariffTax(plus(income, more), tariff).amount
        assert.ok(compare(less, ZERO) >= 0 && compare(less, income) <= 0)
        const most = plus(larger, decimal(ROUNDED[kind]))
        assert.ok(compare(less, most) <= 0, `${text(less)} ${text(larger)}`)
      }),
    )
  })

  it('begins each row where the one before ends, but for what annex 8 rounds', () => {
    fc.assert(
      fc.property(period, fc.integer({ min: 1, max: 10 }), (kind, row) => {
        const tariff = tariffOf(LAW, kind, decimal('1'))
        const start = tariff.rows[row]?.lowerLimit
        assert.ok(start !== undefined)
        const below = tariffTax(minus(start, decimal('0.01')), tariff).amount
        const at = tariffTax(start, tariff).amount
        const most = decimal(ROUNDED[kind])
        assert.ok(compare(below, plus(at, most)) <= 0, `${text(start)}: ${text(below)}`)
        assert.ok(compare(at, plus(below, most)) <= 0, `${text(start)}: ${text(at)}`)
      }),
    )
  })
})

describe('profits', () => {
  it('are paid to the last cent, or kept because of a limit', () => {
    const worker = fc.record({
      key: fc.integer({ min: 1, max: 9999 }).map((key) => `E${key}`),
      days: fc.integer({ min: 1, max: 365 }),
      wages: pesos(900_000),
      isTrusted: fc.boolean(),
      isTemporary: fc.boolean(),
      dailyWage: pesos(3000),
      lastThree: fc.array(pesos(90_000), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(
        pesos(900_000),
        keyed(worker, ({ key }) => key),
        (amount, workers) => {
          const { shares, undistributed } = shareProfits(amount, workers, LAW)
          const paid = sumOfDecimals(shares.map((share) => share.amount))
          assert.equal(text(plus(paid, undistributed)), text(amount))
          assert.ok(compare(undistributed, ZERO) >= 0)
          assert.deepEqual(shareProfits(amount, workers.toReversed(), LAW).shares, shares)
        },
      ),
    )
  })
})
