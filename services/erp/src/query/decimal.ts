/** An exact decimal number: `units` counts the last of `scale` digits behind the point. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const DECIMAL = /^([-+]?)(\d+)(?:\.(\d+))?$/

export const ZERO: Decimal = { units: 0n, scale: 0 }

/** A number as a body or PostgreSQL writes it. */
export function decimal(text: string): Decimal {
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(text.trim()) ?? []
  if (whole === undefined) throw new Error(`${text} is not a decimal number`)
  const units = BigInt(whole + fraction)
  return { units: sign === '-' ? -units : units, scale: fraction.length }
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

/** Negative, zero or positive, as `a` is less than, equal to or more than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const { units } = minus(a, b)
  if (units === 0n) return 0
  return units < 0n ? -1 : 1
}

/** Half of the last digit that stays goes away from zero. */
export function rounded(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return { units: unitsAt(value, scale), scale }
  const factor = 10n ** BigInt(value.scale - scale)
  const half = value.units < 0n ? -factor / 2n : factor / 2n
  return { units: (value.units + half) / factor, scale }
}

export function printDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  if (scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale)
}
