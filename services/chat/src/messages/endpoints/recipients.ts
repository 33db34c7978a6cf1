import type { Kind } from '@oficina/api/kind.ts'

import { jsonText, MAX_ITEMS, text } from '../../api/kinds.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { say } from '../../tenancy/words/say.ts'

// A text that the database can be asked for.
const NAME = jsonText()
const RAW = text()

/** Names or ids, or a text whose meaning the kind of message decides. */
export type Recipients = readonly (string | number)[] | string

/** Whom a message goes to, as clients write it: a name or id, raw or as JSON, or a list of them. */
export const recipients: Kind<Recipients> = {
  isRaw: true,
  schema: {
    anyOf: [
      { type: 'string' },
      { type: 'integer' },
      { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'string' }] } },
    ],
  },
  check: (given, place) => {
    const raw = RAW.check(given, place)
    const value = jsonOr(raw)
    if (Number.isSafeInteger(value)) return [Number(value)]
    if (Array.isArray(value)) return uniform(bounded(value))
    return typeof value === 'string' ? NAME.check(value, ['to']) : raw
  },
}

/** The channel in a text is all of it. */
export function channelsOf(given: Recipients): readonly (string | number)[] {
  if (typeof given !== 'string') return given
  return given.trim() === '' ? [] : [given.trim()]
}

/** The users in a text are addresses with commas between them. */
export function usersOf(given: Recipients): readonly (string | number)[] {
  if (typeof given !== 'string') return given
  const names = given.split(',').map((name) => name.trim())
  return bounded(names.filter((name) => name !== ''))
}

/** A conversation among more people is a channel. */
function bounded<T>(given: readonly T[]): readonly T[] {
  if (given.length > MAX_ITEMS)
    throw refusal(
      say('%{place} is too long (limit: %{max} items)', { place: 'to', max: MAX_ITEMS }),
    )
  return given
}

function jsonOr(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}

function uniform(value: readonly unknown[]): readonly (string | number)[] {
  const texts = value.filter((entry) => typeof entry === 'string')
  const numbers = value.filter((entry): entry is number => Number.isSafeInteger(entry))
  if (texts.length === value.length)
    return texts.map((name) => NAME.check(name, ['to']).trim()).filter((name) => name !== '')
  if (numbers.length === value.length) return numbers
  throw refusal('Recipient lists may contain emails or user IDs, but not both.')
}
