import { decimal, dividedBy, minus, plus, times, type Decimal } from '../../../../fiscal/decimal.ts'
import { least, notBelowZero, shown, whole } from './amounts.ts'
import { daysFromTo, earlierOf, laterOf } from './calendar.ts'
import { exemptPart, ONCE } from './exemption.ts'
import { step, type Step } from './explanation.ts'
import { YEAR_DAYS } from './labour-terms.ts'
import type { LawTables } from './law-tables.ts'

export interface BonusFacts {
  readonly year: number
  readonly hired: string
  /** The last day that counts, if it is before the year's. */
  readonly left: string | null
  readonly dailyWage: Decimal
  /** Days of wage for a whole year. */
  readonly bonusDays: Decimal
  /** Days of the year that earn none: absences without pay, and incapacities by general illness. */
  readonly uncounted: Decimal
  /** Of a Christmas bonus, exempt in the year before. */
  readonly exemptBefore: Decimal
}

export interface ChristmasBonus {
  readonly workedDays: Decimal
  readonly amount: Decimal
  readonly taxed: Decimal
  readonly exempt: Decimal
  readonly steps: readonly Step[]
}

/** In proportion of the year's days that were worked; a leap year earns no more than another one. LFT 87. */
export function christmasBonus(facts: BonusFacts, law: LawTables): ChristmasBonus {
  const { year, hired, left, dailyWage, bonusDays, uncounted } = facts
  const first = laterOf(hired, `${year}-01-01`)
  const last = earlierOf(left ?? `${year}-12-31`, `${year}-12-31`)
  const calendar = least(whole(daysFromTo(first, last)), YEAR_DAYS)
  const worked = notBelowZero(minus(calendar, uncounted))
  const amount = dividedBy(times(times(dailyWage, bonusDays), worked), YEAR_DAYS, 2)
  const exempt = exemptPart(law, '002', amount, ONCE(facts.exemptBefore))
  const told = `${shown(dailyWage)} × ${shown(bonusDays)} × ${shown(worked)} ÷ 365`
  return {
    workedDays: worked,
    amount,
    taxed: minus(amount, exempt.amount),
    exempt: plus(exempt.amount, decimal('0.00')),
    steps: [
      step('workedDays', `${shown(calendar)} − ${shown(uncounted)}`, worked),
      ...exempt.steps,
      step('christmasBonus', told, amount, 'LFT 87'),
    ],
  }
}
