import { decimalText, parseDecimal, scaled, type Decimal } from './formatter-numbers.ts'

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'

// An amount times a quantity with all their decimals; longer results are left to floating point.
const MAX_EXACT_DIGITS = 60
// A quotient that ends has ended by here; one that does not is never exactly half of a digit, so no rounding needs it.
const MAX_QUOTIENT_SCALE = 30

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
