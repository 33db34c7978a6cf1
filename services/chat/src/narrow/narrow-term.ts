import type { Kind, Place } from '@oficina/api/kind.ts'

import { jsonText, placeText } from '../api/kinds.ts'
import { ApiError, refusal } from '../tenancy/api-error.ts'
import { type Told, inBoth, say } from '../tenancy/words/say.ts'

/** One term of a narrow, as a client writes it. */
export interface NarrowTerm {
  readonly operator: string
  readonly operand: string | number | readonly (string | number)[]
  readonly isNegated: boolean
}

/** Other names of operators, most of them from older clients. */
const CANONICAL: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  pm_with: 'dm',
  'group-pm-with': 'group-pm-with',
  group_pm_with: 'group-pm-with',
  from: 'sender',
}

// More terms than anybody writes; each adds a condition to the statement.
const MAX_TERMS = 50
const MAX_OPERANDS = 500

export function badNarrow(told: Told): ApiError {
  const description = inBoth(told)
  return new ApiError(
    'BAD_NARROW',
    say('Invalid narrow operator: %{description}', { description }),
    {
      // Programs read it.
      desc: description.en,
    },
  )
}

/**
 * A narrow: a list of `{operator, operand, negated?}` or of `[operator, operand]`.
 * @source docs/contract/chat.md, GET /messages
 */
export const narrowKind: Kind<readonly NarrowTerm[]> = {
  isRaw: false,
  schema: { type: 'array', items: { anyOf: [{ type: 'object' }, { type: 'array' }] } },
  check: (value, place) => {
    if (!Array.isArray(value))
      throw refusal(say('%{place} is not a list', { place: placeText(place) }))
    if (value.length > MAX_TERMS)
      throw refusal(
        say('%{place} is too long (limit: %{max} items)', {
          place: placeText(place),
          max: MAX_TERMS,
        }),
      )
    return value.map((term: unknown, index) => checkTerm(term, [...place, index]))
  },
}

function wrongTerm(place: Place, what: Told): ApiError {
  return refusal(
    say('Invalid %{place}: Value error, %{what}', { place: placeText(place), what: inBoth(what) }),
  )
}

// A text that can be passed to the database.
const NAMED = jsonText()

function checkPair(term: readonly unknown[], place: Place): NarrowTerm {
  const [operator, operand] = term
  if (term.length !== 2 || typeof operator !== 'string' || typeof operand !== 'string') {
    throw wrongTerm(place, 'element is not a string pair')
  }
  return { operator: canonical(operator), operand: NAMED.check(operand, place), isNegated: false }
}

function checkTerm(term: unknown, place: Place): NarrowTerm {
  if (Array.isArray(term)) return checkPair(term, place)
  if (typeof term !== 'object' || term === null) throw wrongTerm(place, 'dict or list required')
  // Checked field by field below.
  const { operator, operand, negated } = term as Readonly<Record<string, unknown>>
  if (operator === undefined) throw wrongTerm(place, 'operator is missing')
  if (typeof operator !== 'string') throw wrongTerm(place, 'operator is not a string')
  if (operator === 'search' && operand === '') throw wrongTerm(place, 'operand cannot be blank.')
  if (negated !== undefined && typeof negated !== 'boolean') {
    throw wrongTerm(place, 'negated is not a boolean')
  }
  return {
    operator: canonical(operator),
    operand: checkOperand(operand, operator, place),
    isNegated: negated === true,
  }
}

function checkOperand(operand: unknown, operator: string, place: Place): NarrowTerm['operand'] {
  if (operand === undefined) throw wrongTerm(place, 'operand is missing')
  if (isOperand(operand, canonical(operator))) {
    for (const one of [operand].flat()) if (typeof one === 'string') NAMED.check(one, place)
    return operand
  }
  throw wrongTerm(place, 'operand is not a string or integer')
}

const LISTS = new Set(['dm', 'dm-including', 'sender', 'group-pm-with'])

function isOperand(value: unknown, operator: string): value is NarrowTerm['operand'] {
  if (typeof value === 'string' || Number.isSafeInteger(value)) return true
  return (
    LISTS.has(operator) &&
    Array.isArray(value) &&
    value.length <= MAX_OPERANDS &&
    value.every((one) => typeof one === 'string' || Number.isSafeInteger(one))
  )
}

function canonical(operator: string): string {
  return CANONICAL[operator] ?? operator
}
