import { ApiError } from '../errors.ts'

export function unauthenticated(message: string): ApiError {
  return new ApiError([{ code: 'UNAUTHENTICATED', message }], { 'www-authenticate': 'Bearer' })
}
