import { dividedBy, sumOfDecimals, times, type Decimal } from '../../../../fiscal/decimal.ts'
import { least, money, shown } from './amounts.ts'
import type { Benefits } from './base-wage.ts'
import { step, type Explained, type StepName } from './explanation.ts'
import { SENIORITY_DAYS, SENIORITY_WAGES, YEAR_DAYS } from './labour-terms.ts'
import type { LawTables } from './law-tables.ts'
import { minimumWage } from './work-lines.ts'

/** Somebody for so many days of a month. */
interface ProvidedPerson {
  readonly dailyWage: Decimal
  /** With all that it is made of by the day. LFT 84. */
  readonly integratedWage: Decimal
  /** Key of `ZonaSalarial`. */
  readonly zone: string
  readonly days: Decimal
}

/** What a month adds to what a person will have to be paid: `ProvisionNomina`. */
interface Provisions {
  readonly christmasBonus: Explained
  readonly vacations: Explained
  readonly vacationPremium: Explained
  /** Of a wage of at most two minimum wages. LFT 162 and 486. */
  readonly seniorityPremium: Explained
  readonly total: Decimal
}

/** The part of a year's benefits that the days of employment earn. LFT 76, 80, 87 and 162. */
export function provisionsOf(
  person: ProvidedPerson,
  { bonusDays, vacationDays, premiumRate }: Benefits,
  law: LawTables,
): Provisions {
  const { dailyWage, integratedWage, zone, days } = person
  const most = money(times(minimumWage(law, zone), SENIORITY_WAGES))
  const provided = {
    christmasBonus: part('christmasBonus', [dailyWage, bonusDays, days], 'LFT 87'),
    vacations: part('vacations', [dailyWage, vacationDays, days], 'LFT 76'),
    vacationPremium: part(
      'vacationPremium',
      [dailyWage, times(vacationDays, premiumRate), days],
      'LFT 80',
    ),
    seniorityPremium: part(
      'seniorityPremium',
      [least(integratedWage, most), SENIORITY_DAYS, days],
      'LFT 162, 486',
    ),
  }
  const amounts = Object.values(provided).map(({ amount }) => amount)
  return { ...provided, total: sumOfDecimals(amounts) }
}

function part(
  name: StepName,
  [wage, yearly, days]: readonly [wage: Decimal, yearly: Decimal, days: Decimal],
  law: string,
): Explained {
  const amount = dividedBy(times(times(wage, yearly), days), YEAR_DAYS, 2)
  const told = `${shown(wage)} × ${shown(yearly)} × ${shown(days)} ÷ 365`
  return { amount, steps: [step(name, told, amount, law)] }
}
