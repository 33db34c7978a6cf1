import {
  decimal,
  isZero,
  minus,
  plus,
  roundedDown,
  sumOfDecimals,
  times,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { isPositive, least, quotient, shown } from './amounts.ts'
import { contributionDays } from './contribution-days.ts'
import { takeDebts, type StillOwed } from './debt-lines.ts'
import { step } from './explanation.ts'
import { extraTimeLines } from './extra-time.ts'
import { givenLines } from './given-lines.ts'
import type { LawTables } from './law-tables.ts'
import { paidDays, type PaidDays } from './paid-days.ts'
import type { ReceiptFacts } from './receipt-facts.ts'
import { deduction, otherPayment, type ReceiptLine } from './receipt-line.ts'
import { receiptTax } from './receipt-tax.ts'
import { companySavings } from './savings-lines.ts'
import { hasMinimumWage, workLines } from './work-lines.ts'
import { workerQuotas } from './worker-quotas.ts'

const NOTHING = decimal('0.00')

/** A person's receipt of a period. */
export interface Receipt {
  readonly days: PaidDays
  /** In the order in which they are computed. */
  readonly lines: readonly ReceiptLine[]
  readonly totals: ReceiptTotals
  /** What it adds to the month by the tariff; `withheld` is below zero where it is given back, RLISR 174 is apart. */
  readonly month: {
    readonly taxed: Decimal
    readonly withheld: Decimal
    readonly subsidy: Decimal
  }
  /** Variable part of the SBC, of the whole period. */
  readonly integrates: Decimal
  /** Debts that were not taken, because of the law or of the wage. */
  readonly owed: readonly StillOwed[]
}

interface ReceiptTotals {
  readonly perceptions: Decimal
  readonly taxed: Decimal
  readonly exempt: Decimal
  readonly otherPayments: Decimal
  readonly deductions: Decimal
  /** Perceptions and other payments less deductions. */
  readonly net: Decimal
  /** Of `net`, what is given in kind. */
  readonly inKind: Decimal
  /** Of `net`, what is paid out. */
  readonly paid: Decimal
  /** What rounding keeps for the next receipt. */
  readonly left: Decimal
}

/**
 * A receipt, in the order of the law: days, perceptions, ISR, IMSS, debts, net. It is a function of its facts and of the
 * law's tables alone; the order of the facts does not matter.
 */
export function computeReceipt(facts: ReceiptFacts, law: LawTables): Receipt {
  const days = paidDays(facts)
  const work = [...workLines(facts, days, law), ...extraTimeLines(facts, law)]
  const wage = amountOf(
    work.filter(({ concept }) => concept === 'salary' || concept === 'vacations'),
  )
  const savings = companySavings(facts, { wage, law, days })
  const earned = [...work, ...savings.filter(({ type }) => type === 'perception')]
  const perceptions = [...earned, ...givenLines(facts, earned, { law, days })]
  const tax = receiptTax(facts, perceptions, { law, days })
  const deposits = savings.filter(({ type }) => type === 'deduction')
  const refunds = tax.lines.filter(({ type }) => type === 'otherPayment')
  const withheld = tax.lines.filter(({ type }) => type === 'deduction')
  const money = perceptions.filter(({ type, inKind }) => type === 'perception' && !inKind)
  const cash = minus(amountOf(money), amountOf(deposits))
  const legal = affordable([...withheld, ...socialSecurity(facts, days, law)], cash)
  const debts = takeDebts(facts, {
    law,
    days,
    wage,
    gross: cash,
    legal: amountOf(legal),
    isMinimum: hasMinimumWage(facts, law),
  })
  const lines = [...perceptions, ...refunds, ...deposits, ...legal, ...debts.lines]
  const rounding = roundingLines(facts, lines)
  const integrates = sumOfDecimals([NOTHING, ...perceptions.map((line) => line.integrates)])
  const { taxed, subsidy } = tax
  return {
    days,
    integrates,
    owed: debts.owed,
    lines: [...lines, ...rounding],
    totals: totalsOf([...lines, ...rounding]),
    month: { taxed, subsidy, withheld: withheldInMonth(lines) },
  }
}

function amountOf(lines: readonly ReceiptLine[]): Decimal {
  return sumOfDecimals([NOTHING, ...lines.map(({ amount }) => amount)])
}

/** The worker's part of IMSS; the employer pays it for who has a minimum wage. LSS 36. */
function socialSecurity(
  facts: ReceiptFacts,
  { employed, absent, incapacity }: PaidDays,
  law: LawTables,
): readonly ReceiptLine[] {
  if (hasMinimumWage(facts, law)) return []
  const counted = contributionDays(employed, absent, incapacity)
  const { amount, steps } = workerQuotas(facts.person.baseWage, counted, law)
  if (isZero(amount)) return []
  return [deduction({ concept: 'socialSecurity', key: null, satKey: '001', amount, steps })]
}

/** Nothing is withheld that is not paid: who is absent all period owes quotas, and has nothing to take them from. */
function affordable(lines: readonly ReceiptLine[], cash: Decimal): readonly ReceiptLine[] {
  let left = cash
  return lines
    .map((line) => {
      const amount = least(line.amount, left)
      const told = `min(${shown(line.amount)}, ${shown(left)})`
      left = minus(left, amount)
      if (amount === line.amount) return line
      return { ...line, amount, steps: [...line.steps, step('taken', told, amount)] }
    })
    .filter(({ amount }) => isPositive(amount))
}

/** What the last receipt kept is paid, and what is not a whole multiple of the group's unit is kept. */
function roundingLines(
  { group, before }: ReceiptFacts,
  lines: readonly ReceiptLine[],
): readonly ReceiptLine[] {
  const { netLeft } = before
  const paid = plus(totalsOf(lines).paid, netLeft)
  const back = step('roundingPaid', shown(netLeft), netLeft)
  const made = { key: null, steps: [back], amount: netLeft }
  const paidBack = isPositive(netLeft)
    ? [otherPayment({ ...made, concept: 'roundingPaid', satKey: '999' })]
    : []
  if (group.netUnit === null) return paidBack
  const even = times(roundedDown(quotient(paid, group.netUnit), 0), group.netUnit)
  const kept = minus(paid, even)
  if (isZero(kept)) return paidBack
  const told = `${shown(paid)} − ${shown(even)}`
  const steps = [step('roundingKept', told, kept)]
  return [
    ...paidBack,
    deduction({ concept: 'roundingKept', key: null, satKey: '004', amount: kept, steps }),
  ]
}

function totalsOf(lines: readonly ReceiptLine[]): ReceiptTotals {
  const ofType = (type: ReceiptLine['type']) => lines.filter((line) => line.type === type)
  const perceptions = ofType('perception')
  const deductions = amountOf(ofType('deduction'))
  const otherPayments = amountOf(ofType('otherPayment'))
  const net = minus(plus(amountOf(perceptions), otherPayments), deductions)
  const inKind = amountOf(lines.filter((line) => line.inKind))
  return {
    deductions,
    otherPayments,
    net,
    inKind,
    perceptions: amountOf(perceptions),
    taxed: sumOfDecimals([NOTHING, ...perceptions.map(({ taxed }) => taxed)]),
    exempt: sumOfDecimals([NOTHING, ...perceptions.map(({ exempt }) => exempt)]),
    paid: minus(net, inKind),
    left: amountOf(lines.filter(({ concept }) => concept === 'roundingKept')),
  }
}

function withheldInMonth(lines: readonly ReceiptLine[]): Decimal {
  const taken = amountOf(lines.filter(({ concept }) => concept === 'incomeTax'))
  return minus(taken, amountOf(lines.filter(({ concept }) => concept === 'taxRefund')))
}
