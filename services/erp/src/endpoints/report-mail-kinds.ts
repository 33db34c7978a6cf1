import type { Kind, Place } from '@oficina/api/kind.ts'

import { RANGES } from '../actions/report-mails/rhythm.ts'
import { apiError, type ApiError } from '../errors.ts'
import { WHOLE_NUMBER_WITHIN } from '../messages/listings.ts'
import type { Message } from '../messages/message.ts'
import { IDS_OF_PEOPLE, TEXTS_BY_NAME } from '../messages/report-mails.ts'
import { BOOLEAN, FIELD_IS, ONE_OF } from '../messages/values.ts'
import { JsonNumber } from '../query/json-number.ts'
import { isRecordId } from '../query/parameters.ts'

// More people are a mailing list, which has one address.
const MAX_RECEIVERS = 20
const MAX_PARAMETERS = 20
const MAX_PARAMETER = 100

function misfit(place: Place, what: Message): ApiError {
  const field = String(place[0] ?? '')
  return apiError('VALIDATION', FIELD_IS({ field, what }), field)
}

function oneOf<const T extends string>(values: readonly T[]): Kind<T> {
  return {
    isRaw: false,
    schema: { type: 'string', enum: values },
    check: (value, place) => {
      const found = values.find((one) => one === value)
      if (found === undefined) throw misfit(place, ONE_OF({ values }))
      return found
    },
  }
}

function numberWithin(min: number, max: number): Kind<number> {
  return {
    isRaw: false,
    schema: { type: 'integer', minimum: min, maximum: max },
    check: (value, place) => {
      const given = value instanceof JsonNumber ? value.source : JSON.stringify(value)
      const number = Number(given)
      if (/^\d+$/.test(given) && number >= min && number <= max) return number
      throw misfit(place, WHOLE_NUMBER_WITHIN({ min, max, given }))
    },
  }
}

export const FORMAT_KIND = oneOf(['xlsx', 'pdf'])
export const FREQUENCY = oneOf(['diaria', 'semanal', 'mensual'])
export const RANGE = oneOf(RANGES)
export const HOUR = numberWithin(0, 23)
export const DAY = numberWithin(1, 31)

export const ACTIVE: Kind<boolean> = {
  isRaw: false,
  schema: { type: 'boolean' },
  check: (value, place) => {
    if (typeof value === 'boolean') return value
    throw misfit(place, BOOLEAN())
  },
}

/** Ids of users, each once. */
export const RECEIVERS: Kind<readonly string[]> = {
  isRaw: false,
  schema: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: MAX_RECEIVERS },
  check: (value, place) => {
    const ids = Array.isArray(value)
      ? value.map((id) => (id instanceof JsonNumber ? id.source : ''))
      : []
    if (ids.length === 0 || ids.length > MAX_RECEIVERS || !ids.every(isRecordId)) {
      throw misfit(place, IDS_OF_PEOPLE({ most: MAX_RECEIVERS }))
    }
    return [...new Set(ids)]
  },
}

/** What a report is asked for, as in its query. */
export const PARAMETERS: Kind<Readonly<Record<string, string>>> = {
  isRaw: false,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  check: (value, place) => {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    const isFit =
      typeof value === 'object' &&
      !Array.isArray(value) &&
      entries.length <= MAX_PARAMETERS &&
      entries.every(([, text]) => typeof text === 'string' && text.length <= MAX_PARAMETER)
    if (!isFit) throw misfit(place, TEXTS_BY_NAME())
    return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]))
  },
}
