/** Quantities are whole millionths of the article's unit: exact, and never a JavaScript number. */
const SCALE = 1_000_000n
/** Factors between units have nine decimals. */
const FACTOR_SCALE = 1_000_000_000n

/** A quantity as PostgreSQL writes `numeric(18, 6)`, in millionths. */
export function quantity(text: string): bigint {
  return scaled(text, 6)
}

/** The quantity as a decimal text without trailing zeros: `12.5`. */
export function quantityText(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '')
  const whole = digits.slice(0, -6)
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** A quantity in another unit, in the article's: `factor` of these are one of the other. */
export function inUnitOfArticle(value: bigint, factor: string): bigint {
  return divided(value * scaled(factor, 9), FACTOR_SCALE)
}

/** One of the article's unit. */
export const ONE = SCALE

/**
 * A part of a value that belongs to a quantity, in whole cents; half a cent is rounded away from zero. The parts that
 * are taken one after the other, each of what is left, add up to the value.
 */
export function share(value: bigint, part: bigint, whole: bigint): bigint {
  return divided(value * part, whole)
}

/** What one of the unit costs, in millionths of the currency. */
export function unitCost(value: bigint, amount: bigint): bigint {
  return divided(value * 10_000n * SCALE, amount)
}

/** What a quantity costs at a unit cost, in whole cents. */
export function atUnitCost(amount: bigint, cost: bigint): bigint {
  return divided(amount * cost, 10_000n * SCALE)
}

/** A division of whole numbers; a half is rounded away from zero. */
function divided(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const top = dividend < 0n ? -dividend : dividend
  const bottom = divisor < 0n ? -divisor : divisor
  const rounded = (2n * top + bottom) / (2n * bottom)
  return isNegative ? -rounded : rounded
}

function scaled(text: string, decimals: number): bigint {
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || /[1-9]/.test(fraction.slice(decimals))) {
    throw new Error(`${text} is not a number of ${decimals} decimals`)
  }
  const value = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return sign === '-' ? -value : value
}
