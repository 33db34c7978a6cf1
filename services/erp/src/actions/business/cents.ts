const AMOUNT = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/
const RATE_SCALE = 1_000_000n

/** An amount of money as PostgreSQL writes `numeric(18, 2)`, in whole cents: exact, and never a JavaScript number. */
export function cents(amount: string): bigint {
  const [, sign = '', whole, fraction = ''] = AMOUNT.exec(amount) ?? []
  if (whole === undefined) throw new Error(`${amount} is not an amount of money`)
  const value = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return sign === '-' ? -value : value
}

/** The amount as a decimal text with two digits: `1234.50`. */
export function amountText(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

/** Whether a rate is within `variation` (0.05: five per cent) of a reference, all of up to six decimals. */
export function isWithin(rate: string, reference: string, variation: string): boolean {
  const expected = scaledRate(reference)
  const difference = scaledRate(rate) - expected
  return (
    (difference < 0n ? -difference : difference) * RATE_SCALE <= expected * scaledRate(variation)
  )
}

/** An amount times a rate of up to six decimals, as `tipo_cambio` has them; half a cent is rounded away from zero. */
export function timesRate(amount: bigint, rate: string): bigint {
  const product = amount * scaledRate(rate)
  const half = product < 0n ? -RATE_SCALE / 2n : RATE_SCALE / 2n
  return (product + half) / RATE_SCALE
}

function scaledRate(rate: string): bigint {
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6})0*)?$/.exec(rate) ?? []
  if (whole === undefined) throw new Error(`${rate} is not a rate`)
  const value = BigInt(whole) * RATE_SCALE + BigInt(fraction.padEnd(6, '0'))
  return sign === '-' ? -value : value
}
