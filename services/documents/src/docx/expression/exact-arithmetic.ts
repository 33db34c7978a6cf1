import { decimalText, parseDecimal, scaled, type Decimal } from './formatter-numbers.ts'

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'

// An amount times a quantity with all their decimals; longer results are left to floating point.
const MAX_EXACT_DIGITS = 60
// A quotient that ends has ended by here; one that does not is never exactly half of a digit, so no rounding needs it.
const MAX_QUOTIENT_SCALE = 30

// A decimal of so many digits and the number nearest to it name each other, so that whole numbers compute it exactly.
const LIMIT = 1e15
const MAX_QUICK_SCALE = 6
// Smaller numbers are written with an exponent.
const SMALLEST = 1e-6
const MAX_QUICK_CHARACTERS = 16
const POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12]

/**
 * The same as `exactly` for amounts of the usual size, in a tenth of the time; undefined for others. `a` and `b` are the
 * numbers that short operands stand for.
 */
export function quickly(operator: ArithmeticOperator, a: number, b: number): number | undefined {
  const aScale = scaleOf(a)
  const bScale = scaleOf(b)
  if (aScale === -1 || bScale === -1) return undefined
  const scale = Math.max(aScale, bScale)
  if (operator === '*')
    return quotientOf(whole(a, aScale) * whole(b, bScale), power(aScale + bScale))
  const dividend = whole(a, scale)
  const divisor = whole(b, scale)
  switch (operator) {
    case '+':
      return quotientOf(dividend + divisor, power(scale))
    case '-':
      return quotientOf(dividend - divisor, power(scale))
    case '%':
      return divisor === 0 ? undefined : quotientOf(dividend % divisor, power(scale))
    case '/':
      return divisor === 0 || Math.abs(divisor) >= LIMIT ? undefined : quotientOf(dividend, divisor)
  }
}

/** Whether a number stands for an operand to its last digit. */
export function isShort(operand: unknown): boolean {
  return typeof operand === 'number' || String(operand).length <= MAX_QUICK_CHARACTERS
}

/** How many decimals a number has; -1 for one with many, or a large one. */
function scaleOf(value: number): number {
  for (let scale = 0; scale <= MAX_QUICK_SCALE; scale++) {
    const digits = whole(value, scale)
    if (Math.abs(digits) >= LIMIT) return -1
    if (digits / power(scale) === value) return scale
  }
  return -1
}

function whole(value: number, scale: number): number {
  return Math.round(value * power(scale))
}

function power(scale: number): number {
  return POWERS[scale] ?? Number.NaN
}

/** One division of whole numbers, and so the number nearest to the true quotient. */
function quotientOf(dividend: number, divisor: number): number | undefined {
  if (Math.abs(dividend) >= LIMIT) return undefined
  const quotient = dividend / divisor
  return quotient === 0 || Math.abs(quotient) >= SMALLEST ? quotient : undefined
}

/**
 * The result in decimals, where floating point would be off by a hair and round an amount the wrong way. A number when
 * it is one exactly, else a decimal text; undefined when an operand is no decimal or the result has no end.
 */
export function exactly(
  operator: ArithmeticOperator,
  left: unknown,
  right: unknown,
): number | string | undefined {
  const a = parseDecimal(left)
  const b = parseDecimal(right)
  const result = a === undefined || b === undefined ? undefined : compute(operator, a, b)
  if (result === undefined) return undefined
  const text = shortened(decimalText(result.digits, result.scale))
  if (text.length > MAX_EXACT_DIGITS) return undefined
  const number = Number(text)
  return String(number) === text ? number : text
}

function compute(operator: ArithmeticOperator, a: Decimal, b: Decimal): Decimal | undefined {
  const scale = Math.max(a.scale, b.scale)
  switch (operator) {
    case '+':
      return { digits: scaled(a, scale) + scaled(b, scale), scale }
    case '-':
      return { digits: scaled(a, scale) - scaled(b, scale), scale }
    case '*':
      return { digits: a.digits * b.digits, scale: a.scale + b.scale }
    case '%':
      return b.digits === 0n ? undefined : { digits: scaled(a, scale) % scaled(b, scale), scale }
    case '/':
      return quotient(scaled(a, scale), scaled(b, scale))
  }
}

function quotient(dividend: bigint, divisor: bigint): Decimal | undefined {
  if (divisor === 0n) return undefined
  const raised = dividend * 10n ** BigInt(MAX_QUOTIENT_SCALE)
  return raised % divisor === 0n
    ? { digits: raised / divisor, scale: MAX_QUOTIENT_SCALE }
    : undefined
}

/** Without zeros that say nothing: 3 and not 3.00. */
function shortened(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text
}
