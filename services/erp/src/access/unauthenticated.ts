import { ApiError } from '../errors.ts'
import type { Message } from '../messages/message.ts'

export function unauthenticated(message: Message): ApiError {
  return new ApiError([{ code: 'UNAUTHENTICATED', message }], { 'www-authenticate': 'Bearer' })
}
