import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { TextForm } from '../dictionary/text-forms.ts'
import type { DecimalField, Field } from '../dictionary/types.ts'
import { isDate, isInt8, parseInstant, type FieldValue } from './field-value.ts'
import { JsonNumber, printExactJson } from './json-number.ts'
import { checkForm, normalizeForm } from './text-form.ts'

const MAX_LONG_TEXT = 1_000_000
const MIN_SECRET = 8
const MAX_SECRET = 200
const MAX_JSON_LENGTH = 1_000_000
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** Reads a value of a JSON body as one of the field's type; null stays null. The error says what the field allows. */
export function parseInput(field: Field, value: unknown): Result<FieldValue | null, string> {
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
      return parseInteger(value, 'must be a whole number')
    case 'reference':
      return parseInteger(value, `must be the id of a record of ${field.target}`)
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return parseDecimal(field, value)
    case 'date':
      return typeof value === 'string' && isDate(value)
        ? ok(value)
        : fail('must be a date as YYYY-MM-DD')
    case 'instant':
      return typeof value === 'string'
        ? parseInstant(value)
        : fail('must be an instant in ISO 8601')
    case 'boolean':
      return typeof value === 'boolean' ? ok(value) : fail('must be true or false')
    case 'json':
      return parseJson(value)
  }
}

function parseText(value: unknown, length: number): Result<string, string> {
  if (typeof value !== 'string') return fail('must be a text')
  if (value.includes('\0')) return fail('must not contain null bytes')
  // PostgreSQL would store a lone surrogate as a replacement character, which is not the text that the client sent.
  if (!value.isWellFormed()) return fail('must be well-formed Unicode, without lone surrogates')
  return codePoints(value) <= length ? ok(value) : fail(`must have at most ${length} characters`)
}

function parseForm(
  value: unknown,
  { form, length }: { readonly form: TextForm; readonly length: number },
): Result<string, string> {
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

function parseSecret(value: unknown): Result<string, string> {
  const text = parseText(value, MAX_SECRET)
  if (!text.ok) return text
  return text.value.length >= MIN_SECRET
    ? text
    : fail(`must have at least ${MIN_SECRET} characters`)
}

function parseChoice(allowed: readonly string[], value: unknown): Result<string, string> {
  return typeof value === 'string' && allowed.includes(value)
    ? ok(value)
    : fail(`must be one of ${allowed.join(', ')}`)
}

/** The text of a number, sent as a JSON number or as a text. */
function numberText(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return value.source
  return typeof value === 'string' ? value.trim() : undefined
}

function parseInteger(value: unknown, message: string): Result<string, string> {
  const text = numberText(value)
  return text !== undefined && isInt8(text) ? ok(text) : fail(message)
}

function parseDecimal(field: DecimalField, value: unknown): Result<string, string> {
  const whole = field.precision - field.scale
  const message = `must be a number with at most ${whole} digits before and ${field.scale} after the point`
  const [, , before = '', after = ''] = DECIMAL.exec(numberText(value) ?? '') ?? []
  const significant = before.replace(/^0+/, '')
  // A digit more than the field stores would be silently rounded away, so it is refused.
  const fits =
    before !== '' && significant.length <= whole && after.replace(/0+$/, '').length <= field.scale
  return fits ? ok(numberText(value) ?? '') : fail(message)
}

function parseJson(value: unknown): Result<string, string> {
  const text = printExactJson(value)
  if (text.length > MAX_JSON_LENGTH) return fail('is too large')
  // PostgreSQL's jsonb cannot hold a null character, however it is written.
  return text.includes(String.raw`\u0000`) ? fail('must not contain null bytes') : ok(text)
}
