import {
  decimal,
  dividedBy,
  isZero,
  minus,
  plus,
  sumOfDecimals,
  times,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { least, money, shown, whole } from './amounts.ts'
import type { Benefits } from './base-wage.ts'
import { anniversary, completeYears, daysFromTo } from './calendar.ts'
import { christmasBonus } from './christmas-bonus.ts'
import { exemptPart, ONCE } from './exemption.ts'
import { step } from './explanation.ts'
import {
  DISMISSAL_DAYS,
  FIRST_YEAR_DAYS,
  SENIORITY_DAYS,
  SENIORITY_WAGES,
  SENIORITY_YEARS,
  SERVICE_DAYS,
  YEAR_DAYS,
} from './labour-terms.ts'
import type { LawTables } from './law-tables.ts'
import type {
  Alimony,
  GroupRules,
  LoanPart,
  PaidBefore,
  PaidPerson,
  PayPeriod,
} from './receipt-facts.ts'
import { deduction, perception, type ReceiptLine } from './receipt-line.ts'
import { receiptTax } from './receipt-tax.ts'
import { separationTax, type SeparationTax } from './separation-tax.ts'
import { settlementDebts } from './settlement-debts.ts'
import { minimumWage } from './work-lines.ts'

const NOTHING = decimal('0.00')

/** Somebody who leaves; the wage of his last days is paid by the receipt of their period. */
export interface SettlementFacts {
  readonly person: PaidPerson & { readonly left: string }
  readonly period: PayPeriod
  readonly group: GroupRules
  /** The month's sums with the receipt of the last days in them. */
  readonly before: PaidBefore
  readonly benefits: Benefits
  /** The wage with all that it is made of by the day. LFT 84 and 89. */
  readonly integratedWage: Decimal
  /** Days of this year that earn no Christmas bonus. */
  readonly uncounted: Decimal
  /** Days of holiday of complete years that were not taken. */
  readonly pendingHolidays: Decimal
  /** Days of holiday that the running year was paid in advance. */
  readonly takenHolidays: Decimal
  readonly cause: LeavingCause
  readonly alimonies: readonly Alimony[]
  /** What he still owes the employer. */
  readonly loans: readonly LoanPart[]
}

/**
 * `resignation`: he goes, or both agree; `justified`: dismissed with cause, or dead; `dismissal`: without cause, or he
 * goes by the employer's fault. Twenty days a year are due where reinstatement is refused (LFT 49) or the fault is the
 * employer's (LFT 52).
 */
export type LeavingCause =
  | { readonly kind: 'resignation' | 'justified' }
  | {
      readonly kind: 'dismissal'
      readonly withServiceDays: boolean
      readonly contract: 'indefinite' | 'fixedTerm'
    }

export interface Settlement {
  readonly lines: readonly ReceiptLine[]
  /** `Finiquito.antiguedad_anios`, four decimals. */
  readonly seniority: Decimal
  readonly separation: SeparationTax | null
  /** `SubsidioCausado`, by the month less what it caused before. */
  readonly subsidy: Decimal
  readonly perceptions: Decimal
  readonly deductions: Decimal
  readonly net: Decimal
}

/**
 * All that is due to who leaves, and its taxes: bonus, holidays and premium in proportion, and by the cause seniority
 * and compensation.
 * @source LFT 48, 50, 76, 79, 80, 87, 162, 486; LISR 93 XIII, 95, 96
 */
export function settle(facts: SettlementFacts, law: LawTables): Settlement {
  const { person } = facts
  const seniority = seniorityOf(person.hired, person.left)
  const ordinary = [bonusLine(facts, law), ...holidayLines(facts, law)]
  const apart = [seniorityLine(facts, seniority, law), ...compensations(facts, seniority)]
  const due = apart.filter((line) => line !== null)
  const separation = due.length === 0 ? null : separationOf(due, facts, law)
  const perceptions = [...ordinary, ...withExempt(due, separation?.exempt ?? NOTHING)].filter(
    ({ amount }) => !isZero(amount),
  )
  const month = { ...facts, group: { ...facts.group, adjustsMonth: true } }
  const period = { ...facts.period, kind: 'ordinary' as const, endsMonth: true }
  const tax = receiptTax({ ...month, period }, ordinary, {
    law,
    days: { paid: NOTHING, holiday: NOTHING },
  })
  const taxes = [...tax.lines, ...separationLine(separation)]
  const lines = [...perceptions, ...taxes, ...settlementDebts(facts, [...perceptions, ...taxes])]
  const amountOf = (types: readonly ReceiptLine['type'][]) =>
    sumOfDecimals([
      NOTHING,
      ...lines.filter(({ type }) => types.includes(type)).map(({ amount }) => amount),
    ])
  const deductions = amountOf(['deduction'])
  return {
    lines,
    seniority,
    separation,
    deductions,
    subsidy: tax.subsidy,
    perceptions: amountOf(['perception']),
    net: minus(amountOf(['perception', 'otherPayment']), deductions),
  }
}

/** Complete years, and the days since the last anniversary as a part of 365. */
function seniorityOf(hired: string, left: string): Decimal {
  const years = completeYears(hired, left)
  const days = daysFromTo(anniversary(hired, years), left)
  return plus(whole(years), dividedBy(whole(days), YEAR_DAYS, 4))
}

function bonusLine({ person, benefits, uncounted, before }: SettlementFacts, law: LawTables) {
  const { bonusDays } = benefits
  const bonus = christmasBonus(
    {
      hired: person.hired,
      left: person.left,
      dailyWage: person.dailyWage,
      bonusDays,
      uncounted,
      year: Number(person.left.slice(0, 4)),
      exemptBefore: before.exempt.get('002') ?? NOTHING,
    },
    law,
  )
  return perception({
    concept: 'christmasBonus',
    satKey: '002',
    quantity: bonus.workedDays,
    amount: bonus.amount,
    exempt: bonus.exempt,
    integrates: NOTHING,
    steps: bonus.steps,
  })
}

/** Holidays that were not taken, and those of the running year in proportion, with their premium. LFT 76, 79 and 80. */
function holidayLines(facts: SettlementFacts, law: LawTables): readonly ReceiptLine[] {
  const { person, benefits, pendingHolidays, takenHolidays, before } = facts
  const years = completeYears(person.hired, person.left)
  const running = whole(daysFromTo(anniversary(person.hired, years), person.left))
  const earned = dividedBy(times(benefits.vacationDays, running), YEAR_DAYS, 4)
  const due = plus(pendingHolidays, minus(earned, takenHolidays))
  const days = due.units < 0n ? NOTHING : due
  const amount = money(times(person.dailyWage, days))
  const premium = money(times(amount, benefits.premiumRate))
  const exempt = exemptPart(law, '021', premium, ONCE(before.exempt.get('021') ?? NOTHING))
  const part = `${shown(benefits.vacationDays)} × ${shown(running)} ÷ 365`
  const sum = `${shown(pendingHolidays)} + ${shown(earned)} − ${shown(takenHolidays)}`
  const told = `${shown(person.dailyWage)} × ${shown(days)}`
  const premiumTold = `${shown(amount)} × ${shown(benefits.premiumRate)}`
  return [
    perception({
      concept: 'vacations',
      satKey: '001',
      quantity: days,
      amount,
      exempt: NOTHING,
      integrates: NOTHING,
      steps: [
        step('runningHolidays', part, earned, 'LFT 76, 79'),
        step('dueHolidays', sum, days),
        step('vacations', told, amount, 'LFT 76'),
      ],
    }),
    perception({
      concept: 'vacationPremium',
      satKey: '021',
      quantity: days,
      amount: premium,
      exempt: exempt.amount,
      integrates: NOTHING,
      steps: [...exempt.steps, step('vacationPremium', premiumTold, premium, 'LFT 80')],
    }),
  ]
}

/** Twelve days a year of a wage of at most two minimum wages; who resigns has it from fifteen years on. */
function seniorityLine(
  { person, integratedWage, cause }: SettlementFacts,
  seniority: Decimal,
  law: LawTables,
): ReceiptLine | null {
  const years = completeYears(person.hired, person.left)
  if (cause.kind === 'resignation' && years < SENIORITY_YEARS) return null
  const limit = money(times(minimumWage(law, person.zone), SENIORITY_WAGES))
  const wage = least(integratedWage, limit)
  const amount = money(times(times(wage, SENIORITY_DAYS), seniority))
  const told = `${shown(wage)} × ${shown(SENIORITY_DAYS)} × ${shown(seniority)}`
  return perception({
    concept: 'seniorityPremium',
    satKey: '022',
    quantity: seniority,
    amount,
    exempt: NOTHING,
    integrates: NOTHING,
    steps: [
      step('wageLimit', `min(${shown(integratedWage)}, ${shown(limit)})`, wage, 'LFT 485, 486'),
      step('seniorityPremium', told, amount, 'LFT 162'),
    ],
  })
}

/** Three months, and twenty days a year where due; work for a fixed time has its own days for that. LFT 48 and 50. */
function compensations(facts: SettlementFacts, seniority: Decimal): readonly ReceiptLine[] {
  const { cause, integratedWage } = facts
  if (cause.kind !== 'dismissal') return []
  const wage = shown(integratedWage)
  const months = money(times(integratedWage, DISMISSAL_DAYS))
  const three = compensation(DISMISSAL_DAYS, months, `${wage} × ${shown(DISMISSAL_DAYS)}`, 'LFT 48')
  if (!cause.withServiceDays) return [three]
  const { days, told, law } = serviceDays(facts.person, seniority, cause.contract)
  const amount = money(times(integratedWage, days))
  return [three, compensation(days, amount, `${wage} × ${told}`, law)]
}

function compensation(days: Decimal, amount: Decimal, told: string, law: string): ReceiptLine {
  return perception({
    concept: 'compensation',
    satKey: '025',
    quantity: days,
    amount,
    exempt: NOTHING,
    integrates: NOTHING,
    steps: [step('compensation', told, amount, law)],
  })
}

/** LFT 50: half of the time of work of less than a year for a fixed time, else six months and twenty days a year. */
function serviceDays(
  { hired, left }: { readonly hired: string; readonly left: string },
  seniority: Decimal,
  contract: 'indefinite' | 'fixedTerm',
): { readonly days: Decimal; readonly told: string; readonly law: string } {
  if (contract === 'indefinite') {
    const told = `${shown(SERVICE_DAYS)} × ${shown(seniority)}`
    return { days: times(SERVICE_DAYS, seniority), told, law: 'LFT 50 II' }
  }
  const years = completeYears(hired, left)
  if (years === 0) {
    const served = whole(daysFromTo(hired, left))
    const days = dividedBy(served, decimal('2'), 1)
    return { days, told: `${shown(served)} ÷ 2`, law: 'LFT 50 I' }
  }
  const later = minus(seniority, decimal('1'))
  return {
    days: plus(FIRST_YEAR_DAYS, times(SERVICE_DAYS, later)),
    told: `(${shown(FIRST_YEAR_DAYS)} + ${shown(SERVICE_DAYS)} × ${shown(later)})`,
    law: 'LFT 50 I',
  }
}

function separationOf(
  lines: readonly ReceiptLine[],
  { person }: SettlementFacts,
  law: LawTables,
): SeparationTax {
  const total = sumOfDecimals(lines.map(({ amount }) => amount))
  return separationTax(total, person, law)
}

/** What is exempt of separation is shared among its lines in their order. */
function withExempt(lines: readonly ReceiptLine[], exempt: Decimal): readonly ReceiptLine[] {
  let left = exempt
  return lines.map((line) => {
    const share = least(line.amount, left)
    left = minus(left, share)
    return { ...line, exempt: share, taxed: minus(line.amount, share) }
  })
}

function separationLine(separation: SeparationTax | null): readonly ReceiptLine[] {
  if (separation === null || isZero(separation.tax)) return []
  const { tax, steps } = separation
  return [deduction({ concept: 'separationTax', key: null, satKey: '002', amount: tax, steps })]
}
