import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { compare, minus, type Decimal } from '../../../../fiscal/decimal.ts'
import { least, notBelowZero, shown } from './amounts.ts'
import { step, type Step } from './explanation.ts'
import { tariffTax } from './income-tax.ts'
import { OWN_RETURN_LIMIT } from './labour-terms.ts'
import type { LawTables } from './law-tables.ts'

/** A person's year with the employer. */
export interface TaxedYear {
  readonly year: number
  readonly hired: string
  readonly left: string | null
  readonly taxed: Decimal
  readonly withheld: Decimal
  /** Subsidy caused, all months together. */
  readonly subsidy: Decimal
  /** Local tax on wages that was withheld, at a rate of at most 5 %. LISR 97. */
  readonly localTax: Decimal
  /** He told the employer that he files his own return. LISR 97 c. */
  readonly filesHimself: boolean
}

/** Why there is no adjustment: LISR 97 a, b and c. */
export type NoAdjustment = 'hired_in_the_year' | 'left_before_december' | 'income' | 'files_himself'

export interface AnnualAdjustment {
  readonly tax: Decimal
  /** Of the subsidy, what lessened the tax. */
  readonly subsidy: Decimal
  /** What the year owes, less what was withheld: above zero to be withheld, below zero in favour of the person. */
  readonly difference: Decimal
  readonly steps: readonly Step[]
}

/**
 * The year's ISR against what was withheld. What is in favour is set off against December and the months after; the
 * subsidy lessens to zero and is not given back.
 * @source LISR 97 and 152
 */
export function annualAdjustment(
  year: TaxedYear,
  law: LawTables,
): Result<AnnualAdjustment, NoAdjustment> {
  const refusal = refusalOf(year)
  if (refusal !== null) return fail(refusal)
  const base = notBelowZero(minus(year.taxed, year.localTax))
  const tax = tariffTax(base, law.tariffs.annual)
  const subsidy = least(year.subsidy, tax.amount)
  const due = minus(tax.amount, subsidy)
  const difference = minus(due, year.withheld)
  return ok({
    tax: tax.amount,
    subsidy,
    difference,
    steps: [
      step('yearTaxed', `${shown(year.taxed)} − ${shown(year.localTax)}`, base, 'LISR 97'),
      ...tax.steps,
      step('yearTax', `${shown(tax.amount)} − ${shown(subsidy)}`, due, 'LISR 97'),
      step('yearDifference', `${shown(due)} − ${shown(year.withheld)}`, difference, 'LISR 97'),
    ],
  })
}

function refusalOf({ year, hired, left, taxed, filesHimself }: TaxedYear): NoAdjustment | null {
  if (hired > `${year}-01-01`) return 'hired_in_the_year'
  if (left !== null && left < `${year}-12-01`) return 'left_before_december'
  if (compare(taxed, OWN_RETURN_LIMIT) > 0) return 'income'
  return filesHimself ? 'files_himself' : null
}

/** What of a balance in favour a month's withholding takes up, and what is left for the next ones. LISR 97. */
export function setOff(
  inFavour: Decimal,
  withheld: Decimal,
): { readonly used: Decimal; readonly left: Decimal } {
  const used = least(inFavour, notBelowZero(withheld))
  return { used, left: minus(inFavour, used) }
}
