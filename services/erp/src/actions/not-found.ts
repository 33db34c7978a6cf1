import type { Model } from '../dictionary/types.ts'
import { apiError, type ApiError } from '../errors.ts'
import { NO_RECORD } from '../messages/requests.ts'

export function notFound(model: Model, id: string): ApiError {
  return apiError('NOT_FOUND', NO_RECORD({ model: model.name, id }))
}
