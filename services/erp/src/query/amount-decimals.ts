import { isOfDocument } from '../dictionary/currency.ts'
import type { Field, Model } from '../dictionary/types.ts'
import { rounded, minus, type Decimal } from '../fiscal/decimal.ts'

/** What amounts of money have in most currencies, and at most: the books have no more. */
export const MONEY_DECIMALS = 2

/**
 * How many decimals a value of a record has: an amount those of its document's currency, of which yen have none.
 * @param decimals of that currency; undefined: it has those of most
 */
export function decimalsOf(
  model: Model,
  field: Field & { readonly scale: number },
  decimals: number | undefined,
): number {
  if (decimals === undefined || !isOfDocument(model, field)) return field.scale
  return Math.min(field.scale, decimals)
}

/** What is kept of them: of a currency with three or four decimals two. */
export function keptDecimals(decimals: number | undefined): number {
  return Math.min(decimals ?? MONEY_DECIMALS, MONEY_DECIMALS)
}

/** Whether an amount is written with more than the currency has. */
export function isTooFine(amount: Decimal, decimals: number): boolean {
  return minus(rounded(amount, decimals), amount).units !== 0n
}

/** Whether a currency has no cents, so that amounts have to be looked at for it. */
export function isCoarse(decimals: number | undefined): decimals is number {
  return decimals !== undefined && decimals < MONEY_DECIMALS
}
