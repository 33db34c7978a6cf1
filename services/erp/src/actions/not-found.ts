import type { Model } from '../dictionary/types.ts'
import { apiError, type ApiError } from '../errors.ts'

export function notFound(model: Model, id: string): ApiError {
  return apiError('NOT_FOUND', `There is no ${model.name} with id ${id}.`)
}
