import { compare, decimal, isZero, minus, times, type Decimal } from '../../../../fiscal/decimal.ts'
import { money, shown, whole } from './amounts.ts'
import { exemptPart, ONCE } from './exemption.ts'
import { fact, step } from './explanation.ts'
import { SUNDAY_PREMIUM } from './labour-terms.ts'
import type { LawTables } from './law-tables.ts'
import type { PaidDays } from './paid-days.ts'
import type { ReceiptFacts } from './receipt-facts.ts'
import { perception, type ReceiptLine } from './receipt-line.ts'

const NOTHING = decimal('0.00')

/** What the days themselves pay: wage, holidays and their premium, Sundays. */
export function workLines(
  facts: ReceiptFacts,
  days: PaidDays,
  law: LawTables,
): readonly ReceiptLine[] {
  return [
    ...salaryLine(facts, days),
    ...vacationLine(facts, days),
    ...vacationPremium(facts, law),
    ...sundayPremium(facts, law),
  ].filter(({ amount }) => !isZero(amount))
}

/** Whether somebody has no more than the minimum wage of his zone. LSS 36, LISR 93 I and 96, LFT 97. */
export function hasMinimumWage({ person }: Pick<ReceiptFacts, 'person'>, law: LawTables): boolean {
  return compare(person.dailyWage, minimumWage(law, person.zone)) <= 0
}

export function minimumWage(law: LawTables, zone: string): Decimal {
  const wage = law.minimumWages.get(zone)
  if (wage === undefined) throw new Error(`the law's tables have no minimum wage of ${zone}`)
  return wage
}

function salaryLine({ person }: ReceiptFacts, days: PaidDays): readonly ReceiptLine[] {
  const quantity = minus(days.paid, days.holiday)
  const amount = money(times(person.dailyWage, quantity))
  const told = `${shown(person.dailyWage)} × ${shown(quantity)}`
  const steps = [
    ...days.steps,
    fact('dailyWage', person.dailyWage),
    step('salary', told, amount, 'LFT 82, 83'),
  ]
  return [
    perception({
      concept: 'salary',
      satKey: '001',
      quantity,
      amount,
      steps,
      exempt: NOTHING,
      integrates: NOTHING,
    }),
  ]
}

function vacationLine({ person }: ReceiptFacts, { holiday }: PaidDays): readonly ReceiptLine[] {
  const amount = money(times(person.dailyWage, holiday))
  const told = `${shown(person.dailyWage)} × ${shown(holiday)}`
  return [
    perception({
      concept: 'vacations',
      satKey: '001',
      quantity: holiday,
      amount,
      exempt: NOTHING,
      integrates: NOTHING,
      steps: [step('vacations', told, amount, 'LFT 76')],
    }),
  ]
}

function vacationPremium(
  { person, vacations, before }: ReceiptFacts,
  law: LawTables,
): readonly ReceiptLine[] {
  const { premiumDays, premiumRate } = vacations
  const amount = money(times(times(person.dailyWage, premiumDays), premiumRate))
  const exempt = exemptPart(law, '021', amount, ONCE(before.exempt.get('021') ?? NOTHING))
  const told = `${shown(person.dailyWage)} × ${shown(premiumDays)} × ${shown(premiumRate)}`
  return [
    perception({
      concept: 'vacationPremium',
      satKey: '021',
      quantity: premiumDays,
      amount,
      exempt: exempt.amount,
      integrates: NOTHING,
      steps: [...exempt.steps, step('vacationPremium', told, amount, 'LFT 80')],
    }),
  ]
}

function sundayPremium(
  { person, sundays, before }: ReceiptFacts,
  law: LawTables,
): readonly ReceiptLine[] {
  const quantity = whole(sundays)
  const amount = money(times(times(person.dailyWage, quantity), SUNDAY_PREMIUM))
  const counts = { times: sundays, before: before.exempt.get('020') ?? NOTHING }
  const exempt = exemptPart(law, '020', amount, counts)
  const told = `${shown(person.dailyWage)} × ${sundays} × ${shown(SUNDAY_PREMIUM)}`
  return [
    perception({
      concept: 'sundayPremium',
      satKey: '020',
      quantity,
      amount,
      exempt: exempt.amount,
      integrates: amount,
      steps: [...exempt.steps, step('sundayPremium', told, amount, 'LFT 71')],
    }),
  ]
}
