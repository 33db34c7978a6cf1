import { compare, minus, rounded, sumOfDecimals, type Decimal } from './decimal.ts'

/** An amount that is to be rounded together with others. */
export interface ExactAmount {
  readonly exact: Decimal
  /** What it was rounded to before; absent: to the nearest. */
  readonly kept?: Decimal
}

/**
 * Rounds amounts so that together they are what they come to exactly, rounded once: IVA of sixty lines of 0.03 is 0.29,
 * not sixty times 0.00. Each is its exact amount rounded up or down, which is what the SAT takes for the tax of a line;
 * as few as possible, those that rounding moved furthest, are not what they were kept at.
 * @param decimals those of the currency
 * @source docs/decisions/0240-erp-documents.md
 */
export function roundedTogether(
  amounts: readonly ExactAmount[],
  decimals: number,
): readonly Decimal[] {
  const units = amounts.map(({ exact, kept }) => rounded(kept ?? exact, decimals).units)
  const exactSum = rounded(sumOfDecimals(amounts.map(({ exact }) => exact)), decimals).units
  const over = units.reduce((sum, one) => sum - one, exactSum)
  const step = over < 0n ? -1n : 1n
  const at = (value: bigint): Decimal => ({ units: value, scale: decimals })
  const missing = amounts.map(({ exact }, i) => minus(exact, at(units[i] ?? 0n)))
  const order = missing
    .map((left, i) => ({ left: step > 0n ? left : minus(ZERO_UNITS, left), i }))
    .toSorted((a, b) => compare(b.left, a.left) || a.i - b.i)
  const moved = new Set(order.slice(0, Number(over * step)).map(({ i }) => i))
  return units.map((value, i) => at(moved.has(i) ? value + step : value))
}

const ZERO_UNITS: Decimal = { units: 0n, scale: 0 }

/** Whether an amount is its exact one, rounded up or down. */
export function isRoundedOf(amount: Decimal, exact: Decimal, decimals: number): boolean {
  const difference = minus(amount, exact)
  const size = difference.units < 0n ? -difference.units : difference.units
  return compare({ units: size, scale: difference.scale }, { units: 1n, scale: decimals }) < 0
}
