import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Field } from '../dictionary/types.ts'
import type { Message } from '../messages/message.ts'
import {
  BOOLEAN,
  A_DATE,
  INSTANT_SUCH_AS,
  NO_NULL_BYTES,
  NOT_COMPARED,
  NUMBER,
  ONE_OF,
  WHOLE_NUMBER,
} from '../messages/values.ts'

/** A value as PostgreSQL takes it as a parameter: numbers stay text, so that no digit is lost. */
export type FieldValue = string | boolean

const INTEGER = /^-?\d{1,19}$/
const DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const MAX_INT8 = 9_223_372_036_854_775_807n

/** Reads the text of a filter as a value of the field's type; the error says what the type allows. */
export function parseFieldValue(field: Field, raw: string): Result<FieldValue, Message> {
  switch (field.type) {
    case 'text':
    case 'long_text':
      return raw.includes('\0') ? fail(NO_NULL_BYTES()) : ok(raw)
    case 'integer':
    case 'reference':
      return isInt8(raw) ? ok(raw) : fail(WHOLE_NUMBER())
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return DECIMAL.test(raw) ? ok(raw) : fail(NUMBER())
    case 'date':
      return isDate(raw) ? ok(raw) : fail(A_DATE())
    case 'instant':
      return parseInstant(raw)
    case 'boolean': {
      const value = parseBoolean(raw)
      return value === null ? fail(BOOLEAN()) : ok(value)
    }
    case 'choice': {
      const values = field.choices.map(({ value }) => value)
      return values.includes(raw) ? ok(raw) : fail(ONE_OF({ values }))
    }
    case 'json':
    case 'secret':
      return fail(NOT_COMPARED())
  }
}

/** `true`/`1`, `false`/`0`, else null. */
export function parseBoolean(raw: string): boolean | null {
  if (raw === 'true' || raw === '1') return true
  if (raw === 'false' || raw === '0') return false
  return null
}

export function isInt8(raw: string): boolean {
  if (!INTEGER.test(raw)) return false
  const value = BigInt(raw)
  return value <= MAX_INT8 && value >= -MAX_INT8 - 1n
}

/** Whether the text is a day that exists; `2024-02-30` does not. */
export function isDate(raw: string): boolean {
  const [, year, month, day] = DATE.exec(raw) ?? []
  if (year === undefined || month === undefined || day === undefined || year === '0000')
    return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  date.setUTCFullYear(Number(year))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** An instant without an offset is UTC, like everything else on the wire. */
export function parseInstant(raw: string): Result<string, Message> {
  const text = raw.replace(' ', 'T')
  const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text) && text.length > 'YYYY-MM-DD'.length
  const withTime = text.includes('T') ? text : `${text}T00:00:00`
  const whole = hasOffset ? text : `${withTime}Z`
  if (!INSTANT.test(raw) || !isDate(raw.slice(0, 10)) || Number.isNaN(Date.parse(whole))) {
    return fail(INSTANT_SUCH_AS())
  }
  return ok(whole)
}
