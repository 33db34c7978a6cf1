import {
  compare,
  decimal,
  isZero,
  minus,
  plus,
  sumOfDecimals,
  times,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { isPositive, least, money, notBelowZero, shown } from './amounts.ts'
import { setOff } from './annual-adjustment.ts'
import { step, type Step } from './explanation.ts'
import { subsidyOf, tariffOf, tariffTax } from './income-tax.ts'
import type { LawTables } from './law-tables.ts'
import type { PaidDays } from './paid-days.ts'
import type { ReceiptFacts } from './receipt-facts.ts'
import { deduction, otherPayment, type ReceiptLine } from './receipt-line.ts'
import { hasMinimumWage, minimumWage } from './work-lines.ts'
import { isYearly, yearlyPaymentTax } from './yearly-payment-tax.ts'

const NOTHING = decimal('0.00')

/** What the tax of a receipt looks at. */
export type TaxFacts = Pick<ReceiptFacts, 'period' | 'group' | 'person' | 'before'>

export interface ReceiptTax {
  readonly lines: readonly ReceiptLine[]
  /** Taxed in this receipt by the tariff, for the month's sums. */
  readonly taxed: Decimal
  /** `SubsidioCausado`; below zero where the month's last period finds that earlier ones caused too much. */
  readonly subsidy: Decimal
}

/**
 * ISR of a receipt: by the tariff of the period, or by the month in its last period, less the subsidy; yearly payments
 * apart where the group says so. Who has nothing but a minimum wage is not withheld from.
 * @source LISR 96, RLISR 174
 */
export function receiptTax(
  facts: TaxFacts,
  perceptions: readonly ReceiptLine[],
  around: { readonly law: LawTables; readonly days: Pick<PaidDays, 'paid' | 'holiday'> },
): ReceiptTax {
  const { law } = around
  const isApart = (line: ReceiptLine) =>
    facts.group.yearlyPayments === 'rule174' && isYearly(line.satKey)
  const taxedOf = (lines: readonly ReceiptLine[]) =>
    sumOfDecimals([NOTHING, ...lines.map(({ taxed }) => taxed)])
  const taxed = taxedOf(perceptions.filter((line) => !isApart(line)))
  const yearly = taxedOf(perceptions.filter(isApart))
  const apart = isPositive(yearly) ? yearlyLine(yearly, facts, law) : []
  if (isOnlyMinimumWage(facts, plus(taxed, yearly), around))
    return { lines: [], taxed, subsidy: NOTHING }
  const { withheld, subsidy, steps } = taxOf(facts, taxed, law)
  const lines = [...taxLine(withheld, steps), ...setOffLine(facts, withheld), ...apart]
  return { lines, taxed, subsidy }
}

function taxOf(facts: TaxFacts, taxed: Decimal, law: LawTables): Withheld {
  if (facts.period.kind === 'extraordinary') return taxBesideMonth(facts, taxed, law)
  const isMonth = facts.group.adjustsMonth && facts.period.endsMonth
  return isMonth ? taxOfMonth(facts, taxed, law) : taxOfPeriod(facts, taxed, law)
}

/** Nothing is taxed in the month but a minimum wage for the days paid; where something was withheld, there was more. */
function isOnlyMinimumWage(
  facts: TaxFacts,
  taxed: Decimal,
  { law, days }: { readonly law: LawTables; readonly days: Pick<PaidDays, 'paid' | 'holiday'> },
): boolean {
  const minimum = minimumWage(law, facts.person.zone)
  const worked = money(times(minimum, minus(days.paid, days.holiday)))
  const wage = plus(worked, money(times(minimum, days.holiday)))
  const { monthWithheld } = facts.before
  return hasMinimumWage(facts, law) && compare(taxed, wage) <= 0 && isZero(monthWithheld)
}

interface Withheld {
  readonly withheld: Decimal
  readonly subsidy: Decimal
  readonly steps: readonly Step[]
}

function taxOfPeriod({ period, before }: TaxFacts, taxed: Decimal, law: LawTables): Withheld {
  const { tariff, paidDays } = period
  const tax = tariffTax(taxed, tariffOf(law, tariff, paidDays))
  const days = tariff === 'monthly' ? null : paidDays
  const subsidy = subsidyOf(taxed, law, { days, before: before.monthSubsidy })
  return lessSubsidy(tax, subsidy)
}

function taxOfMonth({ before }: TaxFacts, taxed: Decimal, law: LawTables): Withheld {
  const month = plus(before.monthTaxed, taxed)
  const tax = tariffTax(month, law.tariffs.monthly)
  const subsidy = subsidyOf(month, law, { days: null, before: NOTHING })
  const due = lessSubsidy(tax, subsidy)
  const withheld = minus(due.withheld, before.monthWithheld)
  return {
    withheld,
    subsidy: minus(due.subsidy, before.monthSubsidy),
    steps: [
      step('monthTaxed', `${shown(before.monthTaxed)} + ${shown(taxed)}`, month, 'LISR 96'),
      ...due.steps,
      step('monthAdjustment', `${shown(due.withheld)} − ${shown(before.monthWithheld)}`, withheld),
    ],
  }
}

/** What is paid beside the month's wages raises them: the tax of both, less that of the wages. LISR 96. */
function taxBesideMonth({ person }: TaxFacts, taxed: Decimal, law: LawTables): Withheld {
  const raised = plus(person.monthlyWage, taxed)
  const withIt = tariffTax(raised, law.tariffs.monthly)
  const without = tariffTax(person.monthlyWage, law.tariffs.monthly)
  const withheld = notBelowZero(minus(withIt.amount, without.amount))
  return {
    withheld,
    subsidy: NOTHING,
    steps: [
      step('raisedMonth', `${shown(person.monthlyWage)} + ${shown(taxed)}`, raised, 'LISR 96'),
      ...withIt.steps,
      ...without.steps,
      step('incomeTax', `${shown(withIt.amount)} − ${shown(without.amount)}`, withheld, 'LISR 96'),
    ],
  }
}

interface Part {
  readonly amount: Decimal
  readonly steps: readonly Step[]
}

function lessSubsidy(tax: Part, subsidy: Part): Withheld {
  const withheld = notBelowZero(minus(tax.amount, subsidy.amount))
  const told = `${shown(tax.amount)} − ${shown(least(tax.amount, subsidy.amount))}`
  return {
    withheld,
    subsidy: subsidy.amount,
    steps: [...tax.steps, ...subsidy.steps, step('incomeTax', told, withheld, 'LISR 96')],
  }
}

function taxLine(withheld: Decimal, steps: readonly Step[]): readonly ReceiptLine[] {
  if (isZero(withheld)) return []
  if (isPositive(withheld))
    return [deduction({ concept: 'incomeTax', key: null, satKey: '002', amount: withheld, steps })]
  const amount = minus(NOTHING, withheld)
  const back = step('taxRefund', shown(amount), amount, 'LISR 96')
  return [
    otherPayment({
      concept: 'taxRefund',
      key: null,
      satKey: '001',
      amount,
      steps: [...steps, back],
    }),
  ]
}

/** A balance of the year in his favour pays the tax that is withheld. LISR 97. */
function setOffLine({ before }: TaxFacts, withheld: Decimal): readonly ReceiptLine[] {
  const { used: amount } = setOff(before.inFavour, withheld)
  if (isZero(amount)) return []
  const told = `min(${shown(before.inFavour)}, ${shown(withheld)})`
  const steps = [step('annualSetOff', told, amount, 'LISR 97')]
  return [otherPayment({ concept: 'annualSetOff', key: null, satKey: '004', amount, steps })]
}

function yearlyLine(yearly: Decimal, { person }: TaxFacts, law: LawTables): readonly ReceiptLine[] {
  const { amount, steps } = yearlyPaymentTax(yearly, person.monthlyWage, law)
  if (isZero(amount)) return []
  return [deduction({ concept: 'yearlyTax', key: null, satKey: '002', amount, steps })]
}
