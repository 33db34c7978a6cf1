import assert from 'node:assert/strict'

import type {
  GivenPerception,
  PersonDebts,
  ReceiptFacts,
} from '../../../src/actions/business/nomina/decisions/receipt-facts.ts'
import type { ReceiptLine } from '../../../src/actions/business/nomina/decisions/receipt-line.ts'
import {
  computeReceipt,
  type Receipt,
} from '../../../src/actions/business/nomina/decisions/receipt.ts'
import { decimal, decimalText, isZero, rounded } from '../../../src/fiscal/decimal.ts'
import { LAW } from './law-fixture.ts'

type Wage = Partial<ReceiptFacts['person']>

const NO_DEBTS: PersonDebts = {
  housing: [],
  fonacot: [],
  alimonies: [],
  union: null,
  loans: [],
  others: [],
}

/** The first fortnight of March 2026, of somebody who has 500.00 a day and the law's benefits of a first year. */
export const FORTNIGHT: ReceiptFacts = {
  period: {
    kind: 'ordinary',
    start: '2026-03-01',
    end: '2026-03-15',
    paidDays: decimal('15'),
    tariff: 'fortnightly',
    monthPeriods: 2,
    endsMonth: false,
    endsBimester: false,
    bimesterDays: 61,
  },
  group: { adjustsMonth: false, yearlyPayments: 'article96', paysSeventhDay: false, netUnit: null },
  person: {
    hired: '2025-06-01',
    left: null,
    zone: 'GRAL',
    dailyWage: decimal('500.00'),
    dayHours: decimal('8'),
    baseWage: decimal('524.66'),
    monthlyWage: decimal('15200.00'),
  },
  before: {
    monthTaxed: decimal('0'),
    monthWithheld: decimal('0'),
    monthSubsidy: decimal('0'),
    exempt: new Map(),
    monthFonacot: new Map(),
    netLeft: decimal('0'),
    inFavour: decimal('0'),
  },
  absences: decimal('0'),
  incapacities: [],
  weeks: [],
  sundays: 0,
  vacations: { days: decimal('0'), premiumDays: decimal('0'), premiumRate: decimal('0.25') },
  given: [],
  savings: null,
  debts: NO_DEBTS,
}

/** The second fortnight: 16 days of the calendar, 15 paid. */
export const SECOND_FORTNIGHT: ReceiptFacts['period'] = {
  ...FORTNIGHT.period,
  start: '2026-03-16',
  end: '2026-03-31',
  endsMonth: true,
}

export function paid(daily: string, base: string, more: Wage = {}): ReceiptFacts {
  const wage = { dailyWage: decimal(daily), baseWage: decimal(base) }
  return { ...FORTNIGHT, person: { ...FORTNIGHT.person, ...wage, ...more } }
}

/** Somebody with the minimum wage. */
export const MINIMUM = paid('315.04', '330.58')

/** A group that pays once a month, of 30.4 days. */
export const MONTH: ReceiptFacts['period'] = {
  ...FORTNIGHT.period,
  end: '2026-03-31',
  paidDays: decimal('30.4'),
  tariff: 'monthly',
  monthPeriods: 1,
  endsMonth: true,
}

export function given(amount: string, more: Partial<GivenPerception> = {}): GivenPerception {
  return {
    concept: 'P900',
    kind: '038',
    isOtherPayment: false,
    amount: decimal(amount),
    treatment: 'taxed',
    integrates: 'no',
    inKind: false,
    steps: [],
    ...more,
  }
}

export function debts(some: Partial<PersonDebts>): PersonDebts {
  return { ...NO_DEBTS, ...some }
}

/** Every line of a receipt with its amount and what of it is exempt, and the net. */
function told({ lines, totals }: Pick<Receipt, 'lines' | 'totals'>): Record<string, string> {
  return { ...amounts(lines), net: decimalText(totals.net) }
}

export function amounts(lines: readonly ReceiptLine[]): Record<string, string> {
  return Object.fromEntries(
    lines.map(({ concept, key, amount, exempt }) => {
      const name = key === null ? concept : `${concept} ${key}`
      const free = isZero(exempt) ? '' : `, ${pesos(exempt)} exempt`
      return [name, pesos(amount) + free]
    }),
  )
}

function pesos(value: Parameters<typeof rounded>[0]): string {
  return decimalText(rounded(value, 2))
}

/** Computes a receipt and compares all of its lines; gives it back for what else is looked at. */
export function check(facts: ReceiptFacts, expected: Record<string, string>): Receipt {
  const receipt = computeReceipt(facts, LAW)
  assert.deepEqual(told(receipt), expected)
  return receipt
}
