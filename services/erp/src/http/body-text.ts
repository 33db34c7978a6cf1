import type { ErrorEntry } from '../errors.ts'
import type { JsonObject } from '../query/write-plan.ts'

const MAX_LENGTH = 250

/** A text that a body must have; a problem is noted. */
export function requiredText(body: JsonObject, field: string, problems: ErrorEntry[]): string {
  const before = problems.length
  const text = optionalText(body, { field }, problems)
  if (text === null && problems.length === before) {
    problems.push({ code: 'VALIDATION', field, message: `${field} is required.` })
  }
  return text ?? ''
}

/** A text that a body may have; null where it has none, or where a problem is noted. */
export function optionalText(
  body: JsonObject,
  { field, max = MAX_LENGTH }: { readonly field: string; readonly max?: number },
  problems: ErrorEntry[],
): string | null {
  const value = body[field]
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string' && value.length <= max && !value.includes('\0')) return value
  const message = `${field} must be a text of at most ${max} characters.`
  problems.push({ code: 'VALIDATION', field, message })
  return null
}
