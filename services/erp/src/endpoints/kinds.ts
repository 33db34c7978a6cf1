import type { Kind, Place } from '@oficina/api/kind.ts'
import { required, type ObjectWords, type Parameter } from '@oficina/api/parameter.ts'

import { ApiError, apiError } from '../errors.ts'
import { IS_REQUIRED, TEXT_OF_AT_MOST } from '../messages/requests.ts'
import { FIELD_IS } from '../messages/values.ts'
import { isRecordId } from '../query/parameters.ts'

/** All problems of a request are reported at once. */
export const ALL_PROBLEMS: ObjectWords<ApiError> = {
  missing: (place) => isRequired(place),
  isRefusal: (error) => error instanceof ApiError,
  together: (errors) => new ApiError(errors.flatMap((error) => error.errors)),
}

function isRequired(place: Place): ApiError {
  const field = String(place[0] ?? '')
  return apiError('VALIDATION', IS_REQUIRED({ field }), field)
}

const MAX_TEXT = 250

/** A text of a body that must not be empty. */
export function requiredText(max = MAX_TEXT): Kind<string> {
  const text = optionalText(max)
  return {
    ...text,
    check: (value, place) => {
      const found = value === null ? undefined : text.check(value, place)
      if (found === undefined) throw isRequired(place)
      return found
    },
  }
}

/** A text of a body; an empty one counts as absent. */
export function optionalText(max = MAX_TEXT): Kind<string | undefined> {
  return {
    isRaw: false,
    schema: { type: 'string', maxLength: max },
    check: (value, place) => {
      if (value === '') return undefined
      if (typeof value === 'string' && value.length <= max && !value.includes('\0')) return value
      const field = String(place[0] ?? '')
      const what = TEXT_OF_AT_MOST({ most: max })
      throw apiError('VALIDATION', FIELD_IS({ field, what }), field)
    },
  }
}

/** The id of the path; `missing` is the error for an impossible one. */
export function idOf(description: string, missing: (text: string) => ApiError): Parameter<string> {
  return required({
    isRaw: true,
    schema: { type: 'integer', minimum: 1, description },
    check: (value) => {
      const text = String(value)
      if (isRecordId(text)) return text
      throw missing(text)
    },
  })
}

/** A name in the path that the handler looks up, since only the running service knows which exist. */
function nameOf(description: string): Parameter<string> {
  return required({
    isRaw: true,
    schema: { type: 'string', description },
    check: (value) => String(value),
  })
}

export const modelo = nameOf('Name of a model, such as Moneda.')
export const accion = nameOf('Name of an action of the model.')

/** The id of a record, which the handler checks, since the error names the model. */
export const recordId: Parameter<string> = required({
  isRaw: true,
  schema: { type: 'integer', minimum: 1, description: 'Id of a record of the model.' },
  check: (value) => String(value),
})

/** The header of requests that may be repeated. */
export const IDEMPOTENCY = {
  'idempotency-key': {
    type: 'string',
    description: 'Requests with the same key count as one request, for 24 hours.',
  },
}
