import type { LookUp } from '../../dictionary/types.ts'
import { escapedLike } from './filter-sql.ts'

/** What a typed text may be, besides words, and how it is looked for. */
export interface InHand {
  readonly kind: LookUp['kind']
  /** For a field of texts that are searched: a pattern for `like`. */
  readonly pattern: string
  /** For a field with an index of its own: the value. */
  readonly value: string
  /** A regular expression that those fit first whose number it is, not only its end. Null: all fit alike. */
  readonly first: string | null
}

/**
 * `1,234.50` is an amount, `123` also the end of a folio, eight hexadecimal digits the beginning of a UUID.
 * @source docs/decisions/0265-erp-search.md
 */
export function inHand(typed: string): readonly InHand[] {
  const text = typed.trim()
  const joined = text.replaceAll(/[\s\-]/gv, '')
  return [
    ...(/^[0-9a-f]{8}(?:-[0-9a-f\-]{0,27})?$/iv.test(text)
      ? [one('uuid', { pattern: `${text}%`, value: text })]
      : []),
    ...(/^\d{18}$/v.test(joined) ? [one('clabe', { pattern: joined, value: joined })] : []),
    ...(/^(?:[a-zñ]|&){3,4}\d{6}[a-z0-9]{3}$/iv.test(joined)
      ? [one('rfc', { pattern: joined, value: joined.toUpperCase() })]
      : []),
    ...(/^\d{8,14}$/v.test(text) ? [one('barcode', { pattern: text, value: text })] : []),
    ...folio(text),
    ...amount(text),
  ]
}

function one(
  kind: LookUp['kind'],
  {
    pattern,
    value,
    first = null,
  }: Omit<InHand, 'kind' | 'first'> & { readonly first?: string | null },
): InHand {
  return { kind, pattern: pattern.endsWith('%') ? pattern : escapedLike(pattern), value, first }
}

/** `123` and `V-123` find V-000123, before those that only end so. One digit alone ends every tenth. */
function folio(text: string): readonly InHand[] {
  const parts = /^(?<letters>\p{L}{0,8})[\- ]?(?<digits>\d{2,15})$/v.exec(text)?.groups
  const { letters = '', digits } = parts ?? {}
  if (digits === undefined) return []
  const first = `^${letters.toLowerCase()}${letters === '' ? '(.*[^0-9])?' : '[^0-9]*'}0*${digits}$`
  return [{ kind: 'folio', pattern: `${letters}%${digits}`, value: text, first }]
}

function amount(text: string): readonly InHand[] {
  const sign = text.startsWith('-') ? '-' : ''
  const bare = text.replace(/^-?\s?\$?\s?/v, '')
  if (!/^(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,6})?$/v.test(bare)) return []
  const value = sign + bare.replaceAll(',', '')
  return [{ kind: 'amount', pattern: value, value, first: null }]
}
