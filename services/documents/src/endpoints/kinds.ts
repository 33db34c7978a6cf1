import type { Kind, Place, Unfit } from '@oficina/api/kind.ts'
import { described, kindsOf } from '@oficina/api/kinds.ts'
import type { ObjectWords } from '@oficina/api/parameter.ts'

import { InvalidInput, invalidInput } from '../errors.ts'
import { say, type Told } from '../messages/say.ts'
import { parseSlug, SLUG_RULE, type Slug } from '../store/slug.ts'

function unfit(why: Unfit, path: Place): InvalidInput {
  return invalidInput([{ path, message: ruleOf(why) }])
}

const RULES = {
  boolean: 'must be true or false',
  integer: 'must be a whole number',
  text: 'must be a text',
  list: 'must be a list',
  object: 'must be an object',
} as const

/** What is allowed, for the message about something else. */
function ruleOf(why: Unfit): Told {
  switch (why.problem) {
    case 'type':
      return RULES[why.expected]
    case 'range':
      return why.bound === 'min'
        ? say('must be at least %{limit}', { limit: why.limit })
        : say('must be at most %{limit}', { limit: why.limit })
    case 'choice':
      return say('must be one of %{allowed}', { allowed: why.allowed.join(', ') })
    case 'characters':
      return 'must be well-formed text without null characters'
    case 'blank':
      return 'must not be empty'
    case 'length':
      return why.unit === 'characters'
        ? say('must have at most %{max} characters', { max: why.max })
        : say('must have at most %{max} items', { max: why.max })
    case 'pattern':
      return say('must match %{pattern}', { pattern: why.pattern.source })
    case 'missing':
      return 'is required'
    case 'unexpected':
      return 'is not known'
  }
}

/** All problems of a request are reported at once. */
export const ALL_PROBLEMS: ObjectWords<InvalidInput> = {
  missing: (place) => unfit({ problem: 'missing' }, place),
  isRefusal: (error) => error instanceof InvalidInput,
  together: (errors) => invalidInput(errors.flatMap(({ issues }) => issues)),
}

const kinds = kindsOf(unfit)
export const { boolean, choice, list, object, text } = kinds

export const slug: Kind<Slug> = {
  isRaw: true,
  schema: { type: 'string', pattern: '^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$' },
  check: (value, path) => {
    const parsed = typeof value === 'string' ? parseSlug(value) : undefined
    if (parsed === undefined) throw invalidInput([{ path, message: SLUG_RULE }])
    return parsed
  },
}

const MAX_TEXT = 10_000

/** A short text; an empty one counts as absent. */
export function shortText(description: string): Kind<string | undefined> {
  return {
    isRaw: true,
    schema: { type: 'string', maxLength: MAX_TEXT, description },
    check: (value, path) => {
      if (value === '') return undefined
      if (typeof value === 'string' && value.length <= MAX_TEXT) return value
      throw invalidInput([
        { path, message: say('must be a text of at most %{max} characters', { max: MAX_TEXT }) },
      ])
    },
  }
}

/** A whole number; the message names both limits. */
export function wholeNumber(min: number, max: number): Kind<number> {
  return {
    isRaw: false,
    schema: { type: 'integer', minimum: min, maximum: max },
    check: (value, path) => {
      if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max)
        return value
      throw invalidInput([
        { path, message: say('must be a whole number from %{min} to %{max}', { min, max }) },
      ])
    },
  }
}

/** The values of a template’s tags. */
export const values = described(kinds.anyObject, 'The values of the template’s tags.')
