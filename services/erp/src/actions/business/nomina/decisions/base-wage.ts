import {
  compare,
  decimal,
  dividedBy,
  isZero,
  plus,
  times,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { greatest, least, money, shown } from './amounts.ts'
import { fact, step, type Explained } from './explanation.ts'
import { CHRISTMAS_BONUS_DAYS, SBC_UMA, YEAR_DAYS } from './labour-terms.ts'
import type { LawTables, VacationYear } from './law-tables.ts'

/** `HistorialSalario.factor_integracion` keeps six decimals. */
const FACTOR_SCALE = 6

/** What a person has in a year beside the wage. */
export interface Benefits {
  readonly bonusDays: Decimal
  readonly vacationDays: Decimal
  readonly premiumRate: Decimal
}

/** The law's least in a year of service, the first being 1. LFT 76, 80 and 87. */
export function legalBenefits(year: number, law: LawTables): Benefits {
  const found: VacationYear | undefined =
    law.vacations.findLast((row) => row.year <= year) ?? law.vacations[0]
  if (found === undefined) throw new Error("the law's tables have no days of holiday")
  return {
    bonusDays: CHRISTMAS_BONUS_DAYS,
    vacationDays: decimal(String(found.days)),
    premiumRate: found.premiumRate,
  }
}

/** (365 + days of bonus + days of holiday × premium) ÷ 365. LSS 27 and 30 I. */
export function integrationFactor({ bonusDays, vacationDays, premiumRate }: Benefits): Explained {
  const year = plus(YEAR_DAYS, plus(bonusDays, times(vacationDays, premiumRate)))
  const amount = dividedBy(year, YEAR_DAYS, FACTOR_SCALE)
  const told = `(365 + ${shown(bonusDays)} + ${shown(vacationDays)} × ${shown(premiumRate)}) ÷ 365`
  return { amount, steps: [step('integrationFactor', told, amount, 'LSS 27, 30 I')] }
}

/** What varies, of the two months before, and the days that earned it. */
export interface VariablePart {
  readonly paid: Decimal
  readonly days: Decimal
}

export interface BaseWage {
  readonly fixed: Explained
  readonly variable: Explained
  /** The SBC: both parts, not below the zone's minimum wage and at most 25 UMA. */
  readonly base: Explained
}

/**
 * The SBC of a wage with its benefits and with what varies.
 * @source LSS 27, 28 and 30
 */
export function baseWage(
  daily: Decimal,
  benefits: Benefits,
  around: { readonly variable: VariablePart; readonly law: LawTables; readonly minimum: Decimal },
): BaseWage {
  const factor = integrationFactor(benefits)
  const fixed = money(times(daily, factor.amount))
  const { paid, days } = around.variable
  const variable = isZero(days) ? decimal('0.00') : dividedBy(paid, days, 2)
  const most = money(times(around.law.uma.daily, SBC_UMA))
  const sum = plus(fixed, variable)
  const base = greatest(least(sum, most), around.minimum)
  const fixedStep = step(
    'fixedWage',
    `${shown(daily)} × ${shown(factor.amount)}`,
    fixed,
    'LSS 30 I',
  )
  const told = `max(min(${shown(fixed)} + ${shown(variable)}, ${shown(most)}), ${shown(around.minimum)})`
  return {
    fixed: { amount: fixed, steps: [...factor.steps, fixedStep] },
    variable: {
      amount: variable,
      steps: [step('variableWage', `${shown(paid)} ÷ ${shown(days)}`, variable, 'LSS 30 II')],
    },
    base: {
      amount: base,
      steps: [
        step('sbcLimit', `${shown(around.law.uma.daily)} × 25`, most, 'LSS 28'),
        fact('minimumWage', around.minimum, 'LSS 28'),
        step('baseWage', told, base, 'LSS 28, 30'),
      ],
    },
  }
}

/** The change that two months of variable perceptions make: told to IMSS when the SBC is another one. LSS 34 II. */
export function twoMonthChange(
  before: Decimal,
  after: BaseWage,
): { readonly changes: boolean; readonly base: Decimal } {
  return { changes: compare(before, after.base.amount) !== 0, base: after.base.amount }
}
