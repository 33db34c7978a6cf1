import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import fc from 'fast-check'

import { tariffOf, tariffTax } from '../../../src/actions/business/nomina/decisions/income-tax.ts'
import { shareProfits } from '../../../src/actions/business/nomina/decisions/profit-sharing.ts'
import type {
  Alimony,
  GivenPerception,
  HousingCredit,
  ReceiptFacts,
} from '../../../src/actions/business/nomina/decisions/receipt-facts.ts'
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
import { LAW } from './law-fixture.ts'
import { debts, FORTNIGHT, given, MONTH, SECOND_FORTNIGHT } from './receipt-fixture.ts'

function pesos(most: number): fc.Arbitrary<Decimal> {
  return fc
    .integer({ min: 0, max: most * 100 })
    .map((cents) => ({ units: BigInt(cents), scale: 2 }))
}

function count(most: number): fc.Arbitrary<Decimal> {
  return fc.integer({ min: 0, max: most }).map((days) => decimal(String(days)))
}

const SHARE = fc.constantFrom('0.05', '0.10', '0.30').map(decimal)

const wage = fc.integer({ min: 31504, max: 900000 }).map((cents) => {
  const daily = { units: BigInt(cents), scale: 2 }
  const base = { units: (BigInt(cents) * 105n) / 100n, scale: 2 }
  return { dailyWage: daily, baseWage: base, monthlyWage: { units: BigInt(cents) * 30n, scale: 2 } }
})

const week = fc
  .record({ hours: count(15), restDays: fc.nat(1), holidays: fc.nat(1), day: fc.nat(8) })
  .map(({ hours, day, ...days }) => ({
    ...days,
    start: `2026-03-0${day + 1}`,
    overtimeHours: hours,
  }))

const perception: fc.Arbitrary<GivenPerception> = fc
  .record({
    amount: pesos(5000),
    kind: fc.constantFrom('002', '010', '026', '029', '038'),
    treatment: fc.constantFrom('taxed', 'exempt', 'mixed'),
    integrates: fc.constantFrom('yes', 'no', 'partial'),
    inKind: fc.boolean(),
    isOtherPayment: fc.boolean(),
    concept: fc.integer({ min: 100, max: 999 }).map((key) => `P${key}`),
  })
  .map(({ amount, ...more }) => given(decimalText(amount), more))

const alimony: fc.Arbitrary<Alimony> = fc.record({
  order: fc.integer({ min: 1, max: 999 }).map((key) => `A${key}`),
  mode: fc.constantFrom('gross', 'net'),
  value: SHARE,
})

const credit: fc.Arbitrary<HousingCredit> = fc.record({
  number: fc.integer({ min: 1, max: 999 }).map(String),
  kind: fc.constantFrom('fixed', 'factor'),
  value: count(60),
  isInsured: fc.boolean(),
})

const loan = fc.record({
  folio: fc.integer({ min: 1, max: 999 }).map((key) => `L${key}`),
  kind: fc.constantFrom('004', '008', '012'),
  amount: pesos(3000),
})

/** Lists whose members have keys of their own, as rows of the database have. */
function keyed<T>(member: fc.Arbitrary<T>, keyOf: (value: T) => string) {
  return fc.uniqueArray(member, { maxLength: 4, selector: keyOf })
}

const facts: fc.Arbitrary<ReceiptFacts> = fc
  .record({
    wage,
    period: fc.constantFrom(FORTNIGHT.period, SECOND_FORTNIGHT, MONTH),
    adjustsMonth: fc.boolean(),
    yearlyPayments: fc.constantFrom('article96', 'rule174'),
    netUnit: fc.constantFrom(null, decimal('0.50'), decimal('1')),
    monthTaxed: pesos(20000),
    monthWithheld: pesos(3000),
    netLeft: pesos(1),
    inFavour: pesos(500),
    absences: count(16),
    weeks: keyed(week, ({ start }) => start),
    sundays: fc.nat(2),
    premiumDays: count(14),
    given: keyed(perception, ({ concept }) => concept),
    savings: fc.boolean(),
    alimonies: keyed(alimony, ({ order }) => order),
    housing: keyed(credit, ({ number }) => number),
    loans: keyed(loan, ({ folio }) => folio),
  })
  .map((drawn) => ({
    ...FORTNIGHT,
    period: drawn.period,
    absences: drawn.absences,
    weeks: drawn.weeks,
    sundays: drawn.sundays,
    given: drawn.given,
    person: { ...FORTNIGHT.person, ...drawn.wage },
    group: {
      adjustsMonth: drawn.adjustsMonth,
      yearlyPayments: drawn.yearlyPayments,
      paysSeventhDay: false,
      netUnit: drawn.netUnit,
    },
    before: {
      ...FORTNIGHT.before,
      monthTaxed: drawn.monthTaxed,
      monthWithheld: drawn.monthWithheld,
      netLeft: drawn.netLeft,
      inFavour: drawn.inFavour,
    },
    vacations: { ...FORTNIGHT.vacations, premiumDays: drawn.premiumDays },
    savings: drawn.savings
      ? { employeeRate: decimal('0.13'), companyRate: decimal('0.15'), limitUma: null }
      : null,
    debts: debts({ alimonies: drawn.alimonies, housing: drawn.housing, loans: drawn.loans }),
  }))

const text = (value: Decimal) => decimalText(minus(value, decimal('0.00')))

describe('of any facts', () => {
  it('what is paid and what is withheld add up to what was earned, and nobody pays to work', () => {
    fc.assert(
      fc.property(facts, (drawn) => {
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
      fc.property(facts, (drawn) => {
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
      fc.property(facts, (drawn) => {
        for (const { steps, amount, concept } of computeReceipt(drawn, LAW).lines)
          assert.equal(steps.at(-1)?.value, text(amount), concept)
      }),
    )
  })

  it('computing twice gives the same, and the order of the facts does not matter', () => {
    fc.assert(
      fc.property(facts, (drawn) => {
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
