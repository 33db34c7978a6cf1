import {
  compare,
  decimal,
  dividedBy,
  minus,
  plus,
  times,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { isPositive, money, notBelowZero, shown } from './amounts.ts'
import { step, type Explained } from './explanation.ts'
import { MONTH_DAYS } from './labour-terms.ts'
import type { LawTables, Tariff, TariffPeriod, TariffRow } from './law-tables.ts'

const ZERO_PESOS = decimal('0.00')

/**
 * ISR by a tariff, before the subsidy: what is over the lower limit times the rate, and the fixed fee. Nothing of
 * nothing. Annex 8 rounds fixed fees, so that a cent more of income may cost a few cents less where a row begins.
 * @source LISR 96 and 152
 */
export function tariffTax(base: Decimal, tariff: Tariff): Explained {
  const row = rowOf(base, tariff.rows)
  if (row === undefined || !isPositive(base)) return { amount: ZERO_PESOS, steps: [] }
  const excess = notBelowZero(minus(base, row.lowerLimit))
  const marginal = times(excess, row.rate)
  const amount = money(plus(marginal, row.fixedFee))
  const { law } = tariff
  return {
    amount,
    steps: [
      step('excess', `${shown(base)} − ${shown(row.lowerLimit)}`, excess, law),
      step('marginalTax', `${shown(excess)} × ${shown(row.rate)}`, marginal, law),
      step('tariffTax', `${shown(marginal)} + ${shown(row.fixedFee)}`, amount, law),
    ],
  }
}

/** The tariff of a period; of any other number of days the daily one times them. */
export function tariffOf(law: LawTables, period: TariffPeriod | null, days: Decimal): Tariff {
  if (period !== null) return law.tariffs[period]
  const { rows, law: name } = law.tariffs.daily
  return {
    law: `${name} × ${shown(days)}`,
    rows: rows.map(({ lowerLimit, fixedFee, rate }) => ({
      rate,
      lowerLimit: times(lowerLimit, days),
      fixedFee: times(fixedFee, days),
    })),
  }
}

/** The last row that begins at the income or below; what is below the first belongs to it. */
function rowOf(base: Decimal, rows: readonly TariffRow[]): TariffRow | undefined {
  return rows.findLast(({ lowerLimit }) => compare(lowerLimit, base) <= 0) ?? rows[0]
}

/** What the subsidy is at most for so many days of a month, and up to which income; null: the whole month. */
interface SubsidyTerms {
  readonly limit: Decimal
  readonly amount: Explained
}

/**
 * The subsidy that an income causes: the whole one up to the limit of its days, none above. It lessens ISR to zero and
 * is never paid out; together with what the month caused before it is no more than a month's.
 * @source Decree of the employment subsidy of 1 May 2024 and its reforms
 */
export function subsidyOf(
  base: Decimal,
  law: LawTables,
  around: { readonly days: Decimal | null; readonly before: Decimal },
): Explained {
  const month = monthlySubsidy(law)
  const { limit, amount } = around.days === null ? month : partOfMonth(month, law, around.days)
  if (!isPositive(base) || compare(base, limit) > 0) {
    const told = `${shown(base)} > ${shown(limit)}`
    return { amount: ZERO_PESOS, steps: [step('noSubsidy', told, ZERO_PESOS, law.subsidy.law)] }
  }
  const left = notBelowZero(minus(month.amount.amount, around.before))
  if (compare(amount.amount, left) <= 0) return amount
  const told = `${shown(month.amount.amount)} − ${shown(around.before)}`
  return { amount: left, steps: [...amount.steps, step('subsidyLeft', told, left)] }
}

function monthlySubsidy({ uma, subsidy }: LawTables): SubsidyTerms {
  const amount = money(times(uma.monthly, subsidy.umaShare))
  const told = `${shown(uma.monthly)} × ${shown(subsidy.umaShare)}`
  return {
    limit: subsidy.monthlyLimit,
    amount: { amount, steps: [step('subsidy', told, amount, subsidy.law)] },
  }
}

function partOfMonth(month: SubsidyTerms, law: LawTables, days: Decimal): SubsidyTerms {
  const { amount: whole, steps } = month.amount
  const amount = partOf(whole, days)
  const told = `${shown(whole)} ÷ 30.4 × ${shown(days)}`
  return {
    limit: partOf(month.limit, days),
    amount: { amount, steps: [...steps, step('subsidy', told, amount, law.subsidy.law)] },
  }
}

function partOf(monthly: Decimal, days: Decimal): Decimal {
  return dividedBy(times(monthly, days), MONTH_DAYS, 2)
}
