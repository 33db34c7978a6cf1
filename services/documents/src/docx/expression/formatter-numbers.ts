import { toText } from './values.ts'

const DECIMAL = /^\s*([+-]?)(\d+)(?:\.(\d*))?\s*$/

export type Decimal = { readonly digits: bigint; readonly scale: number }

// Amounts have a few decimals; more would only let data slow down the arithmetic below.
const MAX_SCALE = 100
const MAX_DIGITS = 400

export function parseDecimal(value: unknown): Decimal | undefined {
  const text =
    typeof value === 'number' ? plainNumber(value) : typeof value === 'string' ? value : ''
  if (text.length > MAX_DIGITS) return undefined
  const found = DECIMAL.exec(text)
  if (found === null) return undefined
  const [, sign = '', whole = '0', fraction = ''] = found
  if (fraction.length > MAX_SCALE) return undefined
  const digits = BigInt(whole + fraction)
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length }
}

function plainNumber(value: number): string {
  const text = toText(value)
  return text.includes('e') ? value.toFixed(20) : text
}

/** The exact sum of numbers and decimal texts; anything else is skipped. */
export function sumDecimals(values: readonly unknown[]): string {
  const decimals = values.map(parseDecimal).filter((decimal) => decimal !== undefined)
  const scale = decimals.reduce((most, decimal) => Math.max(most, decimal.scale), 0)
  const total = decimals.reduce((sum, decimal) => sum + scaled(decimal, scale), 0n)
  return decimalText(total, scale)
}

/** The digits with more decimals than the number has. */
export function scaled({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale)
}

export function decimalText(digits: bigint, scale: number): string {
  const negative = digits < 0n
  const text = (negative ? -digits : digits).toString().padStart(scale + 1, '0')
  const whole = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
  return negative ? `-${whole}` : whole
}

/**
 * What `Intl.NumberFormat` takes for a value: a decimal text stays text, so that no digit of an amount is lost.
 * Undefined when the value is no number.
 */
export function numeric(value: unknown): number | Intl.StringNumericLiteral | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.length > MAX_DIGITS) return undefined
  const text = value.trim()
  // The pattern admits exactly what the literal type stands for.
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? (text as Intl.StringNumericLiteral) : undefined
}
