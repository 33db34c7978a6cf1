import { refusal } from '../../tenancy/api-error.ts'
import { jsonText } from '../../api/kinds.ts'

// A text that the database can be asked for.
const NAME = jsonText()

/**
 * Whom a message goes to, as clients write it: a name or id, raw or as JSON, or a list of them; for users also addresses
 * with commas between them.
 */
export function parseRecipients(
  raw: string,
  kind: 'channel' | 'users',
): readonly (string | number)[] {
  const value = jsonOr(raw)
  if (Number.isSafeInteger(value)) return [Number(value)]
  if (Array.isArray(value)) return uniform(value)
  const text = typeof value === 'string' ? NAME.check(value, ['to']) : raw
  if (kind === 'channel') return text.trim() === '' ? [] : [text.trim()]
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function jsonOr(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}

function uniform(value: readonly unknown[]): readonly (string | number)[] {
  const texts = value.filter((one) => typeof one === 'string')
  const numbers = value.filter((one): one is number => Number.isSafeInteger(one))
  if (texts.length === value.length)
    return texts.map((one) => NAME.check(one, ['to']).trim()).filter((one) => one !== '')
  if (numbers.length === value.length) return numbers
  throw refusal('Recipient lists may contain emails or user IDs, but not both.')
}
