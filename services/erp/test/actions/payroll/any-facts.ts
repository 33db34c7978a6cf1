import fc from 'fast-check'

import type {
  Alimony,
  GivenPerception,
  HousingCredit,
  ReceiptFacts,
} from '../../../src/actions/business/nomina/decisions/receipt-facts.ts'
import { decimal, decimalText, type Decimal } from '../../../src/fiscal/decimal.ts'
import { debts, FORTNIGHT, given, MONTH, SECOND_FORTNIGHT } from './receipt-fixture.ts'

export function pesos(most: number): fc.Arbitrary<Decimal> {
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
export function keyed<T>(member: fc.Arbitrary<T>, keyOf: (value: T) => string) {
  return fc.uniqueArray(member, { maxLength: 4, selector: keyOf })
}

/** Facts of any mix: wages, weeks, perceptions and debts. */
export const anyFacts: fc.Arbitrary<ReceiptFacts> = fc
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
