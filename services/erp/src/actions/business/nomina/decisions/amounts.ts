import {
  compare,
  decimal,
  decimalText,
  dividedBy,
  rounded,
  ZERO,
  type Decimal,
} from '../../../../fiscal/decimal.ts'

/** Quotients keep eight decimals until an amount of money is made of them. */
const QUOTIENT_SCALE = 8

/** In whole cents, half a cent away from zero. */
export function money(value: Decimal): Decimal {
  return rounded(value, 2)
}

export function quotient(value: Decimal, divisor: Decimal): Decimal {
  return dividedBy(value, divisor, QUOTIENT_SCALE)
}

export function whole(count: number): Decimal {
  return decimal(String(count))
}

export function least(...values: readonly [Decimal, ...Decimal[]]): Decimal {
  return values.reduce((found, value) => (compare(value, found) < 0 ? value : found))
}

export function greatest(...values: readonly [Decimal, ...Decimal[]]): Decimal {
  return values.reduce((found, value) => (compare(value, found) > 0 ? value : found))
}

export function notBelowZero(value: Decimal): Decimal {
  return greatest(value, ZERO)
}

export function isPositive(value: Decimal): boolean {
  return compare(value, ZERO) > 0
}

/** As people write it: at least the cents of what has decimals, and no zeros that tell nothing after them. */
export function shown(value: Decimal): string {
  return decimalText(value).replace(/(\.\d\d\d*?)0+$/, '$1')
}
