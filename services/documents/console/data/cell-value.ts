import type { Field } from './fields.ts'

/** A typed or pasted text as the value of a field; what does not fit stays text, which the check names. */
export function valueOf({ kind }: Pick<Field, 'kind'>, text: string): unknown {
  if (text.trim() === '') return undefined
  if (kind === 'number') return numberOf(text) ?? text
  if (kind === 'boolean') return booleanOf(text) ?? text
  if (kind === 'date') return dateOf(text) ?? text
  return text
}

/** A value as a field of text shows it. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * `1,234.50`, `$1234.5`, `1234,50`: the last separator with one or two digits behind it, or with none like it, is the
 * decimal one.
 */
function numberOf(text: string): number | undefined {
  const plain = text.trim().replaceAll(/[\s$€%]|MXN|USD/g, '')
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(plain)) return undefined
  const isCommaDecimal = /^[+-]?\d{1,3}(?:\.\d{3})*,\d{1,2}$|^[+-]?\d+,\d{1,2}$/.test(plain)
  const normal = isCommaDecimal
    ? plain.replaceAll('.', '').replace(',', '.')
    : plain.replaceAll(',', '')
  const number = Number(normal)
  return Number.isFinite(number) ? number : undefined
}

const YES = /^(?:1|x|s[ií]?|y(?:es)?|true|verdadero)$/i
const NO = /^(?:0|no?|false|falso)$/i

function booleanOf(text: string): boolean | undefined {
  if (YES.test(text.trim())) return true
  return NO.test(text.trim()) ? false : undefined
}

/** `31/12/2026` and `2026-12-31` as the latter: days come before months here. */
function dateOf(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text.trim())
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim())
  const parts = iso === null ? local?.slice(1).toReversed() : iso.slice(1)
  if (parts === undefined) return undefined
  const [year = '', month = '', day = ''] = parts
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${found}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(found)
  if (!isDay) return undefined
  return iso !== null && text.trim().length > found.length ? text.trim() : found
}
