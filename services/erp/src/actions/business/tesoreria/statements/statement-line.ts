import { apiError, type ApiError } from '../../../../errors.ts'
import { STATEMENT_UNREADABLE } from '../../../../messages/bank-statement-files.ts'
import type { Message } from '../../../../messages/message.ts'

/** A line of a statement as the bank's file has it. */
export interface StatementLine {
  /** Where it stands in the file, from 1. */
  readonly row: number
  /** `YYYY-MM-DD` */
  readonly fecha: string
  readonly descripcion: string
  readonly referencia: string | null
  readonly claveRastreo: string | null
  /** With which the bank tells it from all others of the account. */
  readonly idBanco: string | null
  /** In cents: above zero what came in. */
  readonly importe: bigint
  readonly saldo: bigint | null
}

/** What a file says of an account. */
export interface StatementFile {
  readonly lines: readonly StatementLine[]
  /** The account that it names. */
  readonly cuenta: string | null
  readonly moneda: string | null
  /** The balance at the end of some day. */
  readonly saldoFinal: { readonly fecha: string; readonly importe: bigint } | null
}

/** Of one file: more than a busy account has in a month. */
export const MAX_LINES = 10_000

/** A file that is not a statement, or of which a row cannot be read. */
export function unreadable(what: Message, row: number | null = null): ApiError {
  return apiError('VALIDATION', STATEMENT_UNREADABLE({ what, row }), 'adjunto')
}

const GROUPED = /^([-+]?)(\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d{1,2})0*)?$/
const DECIMAL_COMMA = /^([-+]?)(\d{1,13}),(\d{1,2})$/

/** An amount as banks write it, in cents: `1,234.50`, `-12.3`, `(5.00)`, `$ 7`, `3,50`. Undefined: it is none. */
export function statementAmount(text: string): bigint | undefined {
  const bare = text.replaceAll(/[\s$]/g, '')
  const inner = /^\(([^()]+)\)$/.exec(bare)?.[1]
  const [, sign = '', whole, fraction = ''] =
    GROUPED.exec(inner ?? bare) ?? DECIMAL_COMMA.exec(inner ?? bare) ?? []
  if (whole === undefined) return undefined
  const value = BigInt(whole.replaceAll(',', '')) * 100n + BigInt(fraction.padEnd(2, '0'))
  const isNegative = inner !== undefined || sign === '-'
  return isNegative ? -value : value
}

/** How a file writes days. */
export const DAY_FORMS = ['aaaa-mm-dd', 'dd/mm/aaaa', 'mm/dd/aaaa'] as const
export type DayForm = (typeof DAY_FORMS)[number]

const YEAR_FIRST = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d)/
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/

// Where year, month and day stand.
const PLACES: Readonly<Record<DayForm, readonly [number, number, number]>> = {
  'aaaa-mm-dd': [1, 2, 3],
  'dd/mm/aaaa': [3, 2, 1],
  'mm/dd/aaaa': [3, 1, 2],
}

/** A day as `YYYY-MM-DD`, whatever separates its parts; a time behind it is left out. Undefined: there is no such day. */
export function statementDay(text: string, form: DayForm): string | undefined {
  const found = (form === 'aaaa-mm-dd' ? YEAR_FIRST : YEAR_LAST).exec(text.trim())
  if (found === null) return undefined
  const [year, month, day] = PLACES[form].map((place) => (found[place] ?? '').padStart(2, '0'))
  const whole = `${(year ?? '').padStart(4, '20')}-${month}-${day}`
  const date = new Date(`${whole}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(whole)
  return isDay ? whole : undefined
}

/** A text as a column holds it; null: there is nothing in it. */
export function shortText(text: string | undefined, length: number): string | null {
  const short = (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, length)
  return short === '' ? null : short
}
