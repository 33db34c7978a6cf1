const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)$/

/**
 * What a person typed or pasted as a number, without separators of thousands, blanks and signs of currencies:
 * `$ 1,234.50` is `1234.50`. What is no number stays as it was typed.
 */
export function decimalOf(typed: string): string {
  const bare = typed.replaceAll(/[\s,$%\u00A0\u202F]/g, '').replace(/^\((.+)\)$/, '-$1')
  if (!DECIMAL.test(bare)) return typed.trim()
  const [whole = '', fraction] = bare.replace(/^-/, '').split('.')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const text = fraction === undefined || fraction === '' ? digits : `${digits}.${fraction}`
  return bare.startsWith('-') ? `-${text}` : text
}

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}

/** With at most so many decimals: zeros at the end beyond `least` go. */
export function trimmedDecimal(text: string, least: number): string {
  const [whole = '', fraction = ''] = text.split('.')
  const shown = fraction.replace(/0+$/, '').padEnd(least, '0')
  return shown === '' ? whole : `${whole}.${shown}`
}

/** Whether two decimals are the same number, however many zeros they are written with. */
export function isSameDecimal(one: string, other: string): boolean {
  if (!isDecimal(one) || !isDecimal(other)) return one === other
  return trimmedDecimal(decimalOf(one), 0) === trimmedDecimal(decimalOf(other), 0)
}

/** One more of a quantity, however it is written. */
export function oneMore(quantity: unknown): string {
  const [whole = '', fraction] = String(quantity ?? '').split('.')
  const next = /^\d+$/.test(whole) ? String(BigInt(whole) + 1n) : '1'
  return fraction === undefined ? next : `${next}.${fraction}`
}
