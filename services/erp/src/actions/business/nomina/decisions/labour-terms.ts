import { decimal } from '../../../../fiscal/decimal.ts'

/**
 * What articles of the laws themselves lay down, without a table that is published each year. An article that is
 * reformed gets a row by day here, as `DOUBLE_HOURS` has.
 */

/** On top of a day's wage, for each Sunday worked. LFT 71. */
export const SUNDAY_PREMIUM = decimal('0.25')

/** Overtime is paid twice up to the week's limit (LFT 67), and three times beyond it (LFT 68). */
export const DOUBLE_PAY = decimal('2')
export const TRIPLE_PAY = decimal('3')

/** Worked days of rest and holidays: twice the wage on top of the day's own. LFT 73 and 75. */
export const REST_DAY_PAY = decimal('2')

const DOUBLE_HOURS = [{ from: '1970-05-01', hours: decimal('9') }] as const

/** How many hours of overtime a week are paid twice on a day: three hours on three days. LFT 66 and 68. */
export function doubleHoursOn(day: string) {
  return (DOUBLE_HOURS.findLast(({ from }) => from <= day) ?? DOUBLE_HOURS[0]).hours
}

/** At least, for a whole year. LFT 87. */
export const CHRISTMAS_BONUS_DAYS = decimal('15')

/** Dismissal without cause: three months. LFT 48 and 50 III. */
export const DISMISSAL_DAYS = decimal('90')
/** For each year of service where the work was for an indefinite time. LFT 50 II. */
export const SERVICE_DAYS = decimal('20')
/** Work for a fixed time of more than a year: six months for the first, then `SERVICE_DAYS`. LFT 50 I. */
export const FIRST_YEAR_DAYS = decimal('180')
/** For each year of service. LFT 162 I. */
export const SENIORITY_DAYS = decimal('12')
/** The wage that seniority is paid by is at most so many minimum wages. LFT 162 II, 485 and 486. */
export const SENIORITY_WAGES = decimal('2')
/** Who leaves of his own will has seniority from so many years on. LFT 162 III. */
export const SENIORITY_YEARS = 15

/** Of the wage's excess over the minimum wage: debts with the employer, and savings, each. LFT 110 I and IV. */
export const EXCESS_SHARE = decimal('0.30')
/** The most of a wage that Fonacot takes: LFT 110 VII, and of a minimum wage LFT 97 IV. */
export const FONACOT_SHARE = decimal('0.20')
export const FONACOT_MINIMUM_SHARE = decimal('0.10')
/** The most of a wage that rent of the employer's dwelling takes: LFT 110 II, and of a minimum wage LFT 97 II. */
export const RENT_SHARE = decimal('0.15')
export const RENT_MINIMUM_SHARE = decimal('0.10')
/** The most of a minimum wage that a credit of Infonavit takes. LFT 97 III. */
export const HOUSING_MINIMUM_SHARE = decimal('0.20')

/** Insurance against damage of a dwelling, pesos a two-month period. Rules of Infonavit's credits. */
export const DAMAGE_INSURANCE = decimal('15.00')

/** A savings fund is exempt up to 13 % of the wage and 1.3 UMA. LISR 27 XI and 93 XI. */
export const SAVINGS_SHARE = decimal('0.13')
export const SAVINGS_UMA = decimal('1.3')
/** Social welfare: whole up to seven UMA with the wages, one UMA beyond. LISR 93, next to last paragraph. */
export const WELFARE_UMA = decimal('7')

/** The SBC: at most so many UMA. LSS 28. */
export const SBC_UMA = decimal('25')
/** What sickness in kind has an excess over, in UMA. LSS 106 II. */
export const EXCESS_UMA = decimal('3')

/** The days of a month in the tax laws. RLISR 174, decree of the employment subsidy. */
export const MONTH_DAYS = decimal('30.4')
export const YEAR_DAYS = decimal('365')

/** Who had more in a year files his own return. LISR 97 b and 98 III e. */
export const OWN_RETURN_LIMIT = decimal('400000')

/** PTU of a person: at most three months' wages, or what he had on the average of three years. LFT 127 VIII. */
export const PROFIT_SHARE_DAYS = decimal('90')
/** The wage of trusted workers counts up to so much of the highest one of a plant's workers. LFT 127 II. */
export const TRUSTED_WAGE = decimal('1.20')
/** Who works for a time shares in profits from so many days on. LFT 127 VII. */
export const PROFIT_SHARE_MINIMUM_DAYS = 60
