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
import { least, money, notBelowZero, shown, whole } from './amounts.ts'
import { step, type Step } from './explanation.ts'
import { DOUBLE_PAY, doubleHoursOn, REST_DAY_PAY, TRIPLE_PAY } from './labour-terms.ts'
import type { LawTables } from './law-tables.ts'
import type { PaidPerson, ReceiptFacts, WorkWeek } from './receipt-facts.ts'
import { perception, type LineConcept, type ReceiptLine } from './receipt-line.ts'
import { hasMinimumWage } from './work-lines.ts'

const NOTHING = decimal('0.00')

/** What one week pays beyond its time, and what of it is exempt. */
interface WeekPart {
  readonly quantity: Decimal
  readonly amount: Decimal
  readonly exempt: Decimal
  readonly steps: readonly Step[]
}

interface WeekPay {
  readonly double: WeekPart
  readonly triple: WeekPart
  readonly rest: WeekPart
  readonly holidays: WeekPart
}

/**
 * Overtime and worked days of rest, week by week: overtime up to the week's limit is paid twice, beyond it three times.
 * Of a minimum wage what keeps to the limit is exempt whole; of others half of it, up to five UMA a week for all
 * together. What is beyond the limit is taxed, and is the only overtime that integrates.
 * @source LFT 66 to 68, 73, 75; LISR 93 I; LSS 27 IX
 */
export function extraTimeLines(facts: ReceiptFacts, law: LawTables): readonly ReceiptLine[] {
  const isMinimum = hasMinimumWage(facts, law)
  const weeks = facts.weeks
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))
    .map((week) => payOfWeek(week, facts.person, { law, isMinimum }))
  const lines = [
    lineOf('doubleHours', '019', { parts: weeks.map(({ double }) => double), integrates: false }),
    lineOf('tripleHours', '019', { parts: weeks.map(({ triple }) => triple), integrates: true }),
    lineOf('restDays', '054', { parts: weeks.map(({ rest }) => rest), integrates: true }),
    lineOf('holidays', '055', { parts: weeks.map(({ holidays }) => holidays), integrates: true }),
  ]
  return lines.filter(({ amount }) => !isZero(amount))
}

interface Limits {
  readonly law: LawTables
  readonly isMinimum: boolean
}

function payOfWeek(week: WorkWeek, person: PaidPerson, limits: Limits): WeekPay {
  const double = least(week.overtimeHours, doubleHoursOn(week.start))
  const triple = notBelowZero(minus(week.overtimeHours, double))
  const twice = hoursPay(person, double, DOUBLE_PAY)
  const thrice = hoursPay(person, triple, TRIPLE_PAY)
  const rest = daysPay(person, week.restDays)
  const holidays = daysPay(person, week.holidays)
  const weekLimit = limitOfWeek(limits.law)
  const afterHours = exemptOf(twice.amount, weekLimit, limits)
  const afterRest = exemptOf(rest.amount, minus(weekLimit, afterHours), limits)
  const used = plus(afterHours, afterRest)
  const afterHolidays = exemptOf(holidays.amount, minus(weekLimit, used), limits)
  const withExempt = (pay: Pay, exempt: Decimal, limit: Decimal): WeekPart => ({
    ...pay,
    exempt,
    steps: [...exemptSteps(pay, exempt, { ...limits, limit }), pay.step],
  })
  return {
    double: withExempt(twice, afterHours, weekLimit),
    triple: { ...thrice, exempt: NOTHING, steps: [thrice.step] },
    rest: withExempt(rest, afterRest, minus(weekLimit, afterHours)),
    holidays: withExempt(holidays, afterHolidays, minus(weekLimit, used)),
  }
}

interface Pay {
  readonly quantity: Decimal
  readonly amount: Decimal
  readonly step: Step
}

function hoursPay({ dailyWage, dayHours }: PaidPerson, hours: Decimal, factor: Decimal): Pay {
  const amount = dividedBy(times(times(dailyWage, hours), factor), dayHours, 2)
  const told = `${shown(dailyWage)} ÷ ${shown(dayHours)} × ${shown(hours)} × ${shown(factor)}`
  const name = factor === DOUBLE_PAY ? 'doubleHours' : 'tripleHours'
  const law = factor === DOUBLE_PAY ? 'LFT 67' : 'LFT 68'
  return { quantity: hours, amount, step: step(name, told, amount, law) }
}

function daysPay({ dailyWage }: PaidPerson, days: number): Pay {
  const quantity = whole(days)
  const amount = money(times(times(dailyWage, quantity), REST_DAY_PAY))
  const told = `${shown(dailyWage)} × ${days} × ${shown(REST_DAY_PAY)}`
  return { quantity, amount, step: step('restDays', told, amount, 'LFT 73, 75') }
}

/** So many UMA a week; nothing where the tables have no such rule of overtime. */
function limitOfWeek({ exemptions, uma }: LawTables): Decimal {
  const rule = exemptions.get('019')?.find(({ unit }) => unit === 'UMA_WEEK')
  return rule === undefined ? NOTHING : money(times(uma.daily, rule.limit))
}

function shareOf({ exemptions }: LawTables): Decimal {
  return exemptions.get('019')?.find(({ unit }) => unit === 'SHARE')?.limit ?? decimal('1')
}

function exemptOf(amount: Decimal, limit: Decimal, { law, isMinimum }: Limits): Decimal {
  return isMinimum ? amount : least(money(times(amount, shareOf(law))), limit)
}

function exemptSteps(
  { amount }: Pay,
  exempt: Decimal,
  { law, isMinimum, limit }: Limits & { readonly limit: Decimal },
): readonly Step[] {
  if (isZero(amount)) return []
  const half = `min(${shown(amount)} × ${shown(shareOf(law))}, ${shown(limit)})`
  return [step('exempt', isMinimum ? shown(amount) : half, exempt, 'LISR 93 I')]
}

function lineOf(
  concept: LineConcept,
  satKey: string,
  { parts, integrates }: { readonly parts: readonly WeekPart[]; readonly integrates: boolean },
): ReceiptLine {
  const paid = parts.filter(({ amount }) => !isZero(amount))
  const amount = sumOfDecimals([NOTHING, ...paid.map((part) => part.amount)])
  const steps = paid.flatMap((part) => part.steps)
  const told = paid.map((part) => shown(part.amount)).join(' + ')
  return perception({
    concept,
    satKey,
    amount,
    quantity: sumOfDecimals(paid.map((part) => part.quantity)),
    exempt: sumOfDecimals([NOTHING, ...paid.map((part) => part.exempt)]),
    integrates: integrates ? amount : NOTHING,
    steps: paid.length > 1 ? [...steps, step('allWeeks', told, amount)] : steps,
  })
}
