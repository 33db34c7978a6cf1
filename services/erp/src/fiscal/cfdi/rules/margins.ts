import {
  compare,
  decimal,
  decimalText,
  halfUnit,
  minus,
  plus,
  roundedDown,
  roundedUp,
  times,
  type Decimal,
} from '../../decimal.ts'

/** The bounds between which the SAT takes an amount for right. */
export interface Margin {
  readonly low: Decimal
  readonly high: Decimal
}

// The upper bound of a rounded value is not reached.
const HARDLY: Decimal = { units: 1n, scale: 12 }

/** What two values come to that may have been rounded to the decimals they have. */
export function marginOfProduct(a: string, b: string, decimals: number): Margin {
  return {
    low: roundedDown(times(least(decimal(a)), least(decimal(b))), decimals),
    high: roundedUp(times(most(decimal(a)), most(decimal(b))), decimals),
  }
}

/** What a tax comes to whose base may have been rounded; a rate is never rounded. */
export function marginOfTax(base: string, rate: string, decimals: number): Margin {
  return {
    low: roundedDown(times(least(decimal(base)), decimal(rate)), decimals),
    high: roundedUp(times(most(decimal(base)), decimal(rate)), decimals),
  }
}

export function least(value: Decimal): Decimal {
  return minus(value, halfUnit(value.scale))
}

export function most(value: Decimal): Decimal {
  return minus(plus(value, halfUnit(value.scale)), HARDLY)
}

export function isWithin(amount: string, { low, high }: Margin): boolean {
  const value = decimal(amount)
  return compare(value, low) >= 0 && compare(value, high) <= 0
}

export function marginText({ low, high }: Margin): Readonly<Record<keyof Margin, string>> {
  return { low: decimalText(low), high: decimalText(high) }
}
