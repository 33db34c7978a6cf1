import { dividedBy, sumOfDecimals, times, type Decimal } from '../../../../fiscal/decimal.ts'
import { shown } from './amounts.ts'
import type { Benefits } from './base-wage.ts'
import { step, type Explained } from './explanation.ts'
import { YEAR_DAYS } from './labour-terms.ts'

/** What a month adds to what a person will have to be paid: `ProvisionNomina`. */
export interface Provisions {
  readonly christmasBonus: Explained
  readonly vacations: Explained
  readonly vacationPremium: Explained
  readonly total: Decimal
}

/** The part of a year's benefits that so many days of employment earn. LFT 76, 80 and 87. */
export function provisionsOf(
  dailyWage: Decimal,
  days: Decimal,
  { bonusDays, vacationDays, premiumRate }: Benefits,
): Provisions {
  const wage = shown(dailyWage)
  const part = (yearly: Decimal) => dividedBy(times(times(dailyWage, yearly), days), YEAR_DAYS, 2)
  const bonus = part(bonusDays)
  const vacations = part(vacationDays)
  const premium = part(times(vacationDays, premiumRate))
  const year = `÷ 365 × ${shown(days)}`
  return {
    christmasBonus: {
      amount: bonus,
      steps: [step('christmasBonus', `${wage} × ${shown(bonusDays)} ${year}`, bonus, 'LFT 87')],
    },
    vacations: {
      amount: vacations,
      steps: [step('vacations', `${wage} × ${shown(vacationDays)} ${year}`, vacations, 'LFT 76')],
    },
    vacationPremium: {
      amount: premium,
      steps: [
        step(
          'vacationPremium',
          `${wage} × ${shown(vacationDays)} × ${shown(premiumRate)} ${year}`,
          premium,
          'LFT 80',
        ),
      ],
    },
    total: sumOfDecimals([bonus, vacations, premium]),
  }
}
