/** Adds up decimals exactly, as text; what is no decimal counts as nothing. */
export function addDecimals(values: readonly unknown[]): string {
  const texts = values.map(String).filter((text) => /^-?\d+(\.\d+)?$/.test(text))
  const scale = texts.reduce((most, text) => Math.max(most, decimalsOf(text)), 0)
  const sum = texts.reduce((total, text) => total + scaled(text, scale), 0n)
  return unscaled(sum, scale)
}

function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

function scaled(text: string, scale: number): bigint {
  return BigInt(text.replace('.', '') + '0'.repeat(scale - decimalsOf(text)))
}

function unscaled(value: bigint, scale: number): string {
  if (scale === 0) return String(value)
  const sign = value < 0n ? '-' : ''
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
