import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { TextForm } from '../dictionary/text-forms.ts'
import type { DecimalField, Field } from '../dictionary/types.ts'
import type { Message } from '../messages/message.ts'
import {
  A_DATE,
  AN_INSTANT,
  AT_LEAST_CHARACTERS,
  AT_MOST_CHARACTERS,
  BOOLEAN,
  DIGITS,
  ID_OF,
  MUST_BE_TEXT,
  NO_NULL_BYTES,
  ONE_OF,
  TOO_LARGE,
  WELL_FORMED,
  WHOLE_NUMBER,
} from '../messages/values.ts'
import { isDate, isInt8, parseInstant, type FieldValue } from './field-value.ts'
import { JsonNumber, printExactJson } from './json-number.ts'
import { checkForm, normalizeForm } from './text-form.ts'

const MAX_LONG_TEXT = 1_000_000
const MIN_SECRET = 8
const MAX_SECRET = 200
const MAX_JSON_LENGTH = 1_000_000
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** Reads a value of a JSON body as one of the field's type; null stays null. The error says what the field allows. */
export function parseInput(field: Field, value: unknown): Result<FieldValue | null, Message> {
  if (value === null) return ok(null)
  switch (field.type) {
    case 'text':
      return field.form === undefined
        ? parseText(value, field.length)
        : parseForm(value, { form: field.form, length: field.length })
    case 'long_text':
      return parseText(value, MAX_LONG_TEXT)
    case 'secret':
      return parseSecret(value)
    case 'choice':
      return parseChoice(
        field.choices.map((choice) => choice.value),
        value,
      )
    case 'integer':
      return parseInteger(value, WHOLE_NUMBER())
    case 'reference':
      return parseInteger(value, ID_OF({ model: field.target }))
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return parseDecimal(field, value)
    case 'date':
      return typeof value === 'string' && isDate(value) ? ok(value) : fail(A_DATE())
    case 'instant':
      return typeof value === 'string' ? parseInstant(value) : fail(AN_INSTANT())
    case 'boolean':
      return typeof value === 'boolean' ? ok(value) : fail(BOOLEAN())
    case 'json':
      return parseJson(value)
  }
}

function parseText(value: unknown, length: number): Result<string, Message> {
  if (typeof value !== 'string') return fail(MUST_BE_TEXT())
  if (value.includes('\0')) return fail(NO_NULL_BYTES())
  // PostgreSQL would store a lone surrogate as a replacement character, which is not the text that the client sent.
  if (!value.isWellFormed()) return fail(WELL_FORMED())
  return codePoints(value) <= length ? ok(value) : fail(AT_MOST_CHARACTERS({ most: length }))
}

function parseForm(
  value: unknown,
  { form, length }: { readonly form: TextForm; readonly length: number },
): Result<string, Message> {
  const normal = typeof value === 'string' ? normalizeForm(form, value) : value
  const text = parseText(normal, length)
  return text.ok ? checkForm(form, text.value) : text
}

/** Characters as PostgreSQL counts them: an emoji is one. */
function codePoints(text: string): number {
  let count = 0
  for (const _character of text) count += 1
  return count
}

function parseSecret(value: unknown): Result<string, Message> {
  const text = parseText(value, MAX_SECRET)
  if (!text.ok) return text
  return text.value.length >= MIN_SECRET ? text : fail(AT_LEAST_CHARACTERS({ least: MIN_SECRET }))
}

function parseChoice(allowed: readonly string[], value: unknown): Result<string, Message> {
  return typeof value === 'string' && allowed.includes(value)
    ? ok(value)
    : fail(ONE_OF({ values: allowed }))
}

/** The text of a number, sent as a JSON number or as a text. */
function numberText(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return value.source
  return typeof value === 'string' ? value.trim() : undefined
}

function parseInteger(value: unknown, message: Message): Result<string, Message> {
  const text = numberText(value)
  return text !== undefined && isInt8(text) ? ok(text) : fail(message)
}

function parseDecimal(field: DecimalField, value: unknown): Result<string, Message> {
  const whole = field.precision - field.scale
  const [, , before = '', after = ''] = DECIMAL.exec(numberText(value) ?? '') ?? []
  const significant = before.replace(/^0+/, '')
  // A digit more than the field stores would be silently rounded away, so it is refused.
  const fits =
    before !== '' && significant.length <= whole && after.replace(/0+$/, '').length <= field.scale
  return fits ? ok(numberText(value) ?? '') : fail(DIGITS({ before: whole, after: field.scale }))
}

function parseJson(value: unknown): Result<string, Message> {
  const text = printExactJson(value)
  if (text.length > MAX_JSON_LENGTH) return fail(TOO_LARGE())
  // PostgreSQL's jsonb cannot hold a null character, however it is written.
  return text.includes(String.raw`\u0000`) ? fail(NO_NULL_BYTES()) : ok(text)
}
