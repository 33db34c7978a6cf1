/** An exact decimal: `units` × 10^-`scale`. `1.50` is `{ units: 150n, scale: 2 }`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/
// What the SAT's amounts have at most, and a little more; an exponent of ten is never larger than a few hundred digits.
const MAX_DIGITS = 64

export const ZERO: Decimal = { units: 0n, scale: 0 }

/** Reads `-12.50`; undefined when the text is no such number, has an exponent or is longer than any amount. */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > MAX_DIGITS) return undefined
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(text) ?? []
  if (whole === undefined) return undefined
  const units = BigInt(whole + fraction)
  return { units: sign === '-' ? -units : units, scale: fraction.length }
}

/** @throws Error when the text is no decimal number: of texts that were checked before */
export function decimal(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === undefined) throw new Error(`${text.slice(0, MAX_DIGITS)} is not a decimal number`)
  return value
}

/** With as many decimals as the scale says: `1.50`. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  if (scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, { units: -b.units, scale: b.scale })
}

export function times(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** The quotient with so many decimals, half of the last one away from zero. The divisor is not zero. */
export function dividedBy(a: Decimal, b: Decimal, scale: number): Decimal {
  const exponent = scale + b.scale - a.scale
  const dividend = exponent >= 0 ? a.units * 10n ** BigInt(exponent) : a.units
  const divisor = exponent >= 0 ? b.units : b.units * 10n ** BigInt(-exponent)
  return { units: halfAway(dividend, divisor), scale }
}

export function sumOfDecimals(values: readonly Decimal[]): Decimal {
  return values.reduce(plus, ZERO)
}

/** -1, 0 or 1. */
export function compare(a: Decimal, b: Decimal): number {
  const difference = minus(a, b).units
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

export function isZero({ units }: Decimal): boolean {
  return units === 0n
}

/** With so many decimals, half of the last one away from zero. */
export function rounded(value: Decimal, scale: number): Decimal {
  return dividedBy(value, { units: 1n, scale: 0 }, scale)
}

/** The next value with so many decimals that is not larger. */
export function roundedDown({ units, scale }: Decimal, decimals: number): Decimal {
  if (scale <= decimals) return { units: unitsAt({ units, scale }, decimals), scale: decimals }
  const unit = 10n ** BigInt(scale - decimals)
  const whole = units / unit
  return { units: units % unit < 0n ? whole - 1n : whole, scale: decimals }
}

/** The next value with so many decimals that is not smaller. */
export function roundedUp({ units, scale }: Decimal, decimals: number): Decimal {
  const down = roundedDown({ units: -units, scale }, decimals)
  return { units: -down.units, scale: decimals }
}

/** Half of the last digit: by how much a value that was rounded to so many decimals may differ from the true one. */
export function halfUnit(scale: number): Decimal {
  return { units: 5n, scale: scale + 1 }
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale)
}

function halfAway(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const a = dividend < 0n ? -dividend : dividend
  const b = divisor < 0n ? -divisor : divisor
  const quotient = (a * 2n + b) / (b * 2n)
  return isNegative ? -quotient : quotient
}
