import { compare, dividedBy, minus, times, type Decimal } from '../../../../fiscal/decimal.ts'
import { least, money, shown, whole } from './amounts.ts'
import { anniversary, completeYears } from './calendar.ts'
import { fact, step, type Step } from './explanation.ts'
import { tariffTax } from './income-tax.ts'
import type { LawTables } from './law-tables.ts'

const LAW = 'LISR 96, párrafo sexto'
/** The rate is told in per cent with four decimals. */
const RATE_SCALE = 6
const HALF_YEAR_MONTHS = 6

/** What is paid because somebody leaves, as `SeparacionIndemnizacion` of a CFDI tells it. */
export interface SeparationTax {
  readonly total: Decimal
  /** Complete years, and another one for more than six months. LISR 93 XIII. */
  readonly years: number
  readonly exempt: Decimal
  readonly taxed: Decimal
  /** Of what is taxed, up to a month's wage, which adds to the year's income; the rest does not. LISR 95. */
  readonly accumulable: Decimal
  readonly notAccumulable: Decimal
  readonly tax: Decimal
  readonly steps: readonly Step[]
}

/**
 * ISR of separation: exempt up to 90 UMA for each year of service; the rest at the rate that the last month's wage is
 * taxed at, or by the tariff where it is less than that wage.
 * @source LISR 93 XIII, 95 and 96
 */
export function separationTax(
  total: Decimal,
  employment: { readonly hired: string; readonly left: string; readonly monthlyWage: Decimal },
  law: LawTables,
): SeparationTax {
  const { monthlyWage } = employment
  const years = taxYears(employment.hired, employment.left)
  const limit = exemptLimit(years, law)
  const exempt = least(total, limit.amount)
  const taxed = minus(total, exempt)
  const accumulable = least(taxed, monthlyWage)
  const tax = taxOf(taxed, monthlyWage, law)
  return {
    total,
    years,
    exempt,
    taxed,
    accumulable,
    tax: tax.amount,
    notAccumulable: minus(taxed, accumulable),
    steps: [
      fact('serviceYears', whole(years), 'LISR 93 XIII'),
      limit.step,
      step('exempt', `min(${shown(total)}, ${shown(limit.amount)})`, exempt, 'LISR 93 XIII'),
      ...tax.steps,
    ],
  }
}

/** A part of more than six months is a year. LISR 93 XIII. */
function taxYears(hired: string, left: string): number {
  const years = completeYears(hired, left)
  const last = anniversary(hired, years)
  const months =
    (Number(left.slice(0, 4)) - Number(last.slice(0, 4))) * 12 +
    Number(left.slice(5, 7)) -
    Number(last.slice(5, 7))
  const isMore =
    months > HALF_YEAR_MONTHS || (months === HALF_YEAR_MONTHS && left.slice(8) > last.slice(8))
  return isMore ? years + 1 : years
}

function exemptLimit(
  years: number,
  { exemptions, uma }: LawTables,
): { readonly amount: Decimal; readonly step: Step } {
  const rule = exemptions.get('025')?.find(({ unit }) => unit === 'UMA_SERVICE')
  const times90 = rule?.limit ?? whole(0)
  const amount = money(times(times(uma.daily, times90), whole(years)))
  const told = `${shown(uma.daily)} × ${shown(times90)} × ${years}`
  return { amount, step: step('exemptLimit', told, amount, rule?.law ?? 'LISR 94') }
}

function taxOf(
  taxed: Decimal,
  monthlyWage: Decimal,
  law: LawTables,
): { readonly amount: Decimal; readonly steps: readonly Step[] } {
  if (compare(taxed, monthlyWage) <= 0) {
    const { amount, steps } = tariffTax(taxed, law.tariffs.monthly)
    return { amount, steps: [...steps, step('separationTax', shown(amount), amount, LAW)] }
  }
  const month = tariffTax(monthlyWage, law.tariffs.monthly)
  const rate = dividedBy(month.amount, monthlyWage, RATE_SCALE)
  const amount = money(times(taxed, rate))
  return {
    amount,
    steps: [
      ...month.steps,
      step('rate', `${shown(month.amount)} ÷ ${shown(monthlyWage)}`, rate, LAW),
      step('separationTax', `${shown(taxed)} × ${shown(rate)}`, amount, LAW),
    ],
  }
}
