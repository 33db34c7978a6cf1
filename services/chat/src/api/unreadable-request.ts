import type { UnreadableReason } from '@oficina/http/unreadable-request.ts'

import type { ErrorCode } from '../errors.ts'
import { ApiError } from '../tenancy/api-error.ts'
import type { Told } from '../tenancy/words/say.ts'
import { errorBody } from './answers.ts'

const REFUSALS: Readonly<
  Record<UnreadableReason, { readonly code: ErrorCode; readonly message: Told }>
> = {
  'path-not-encoded': { code: 'BAD_REQUEST', message: 'The path is not properly encoded' },
  'path-too-long': {
    code: 'BAD_REQUEST',
    message: 'A part of the path has more than 1,024 characters',
  },
  'headers-too-large': {
    code: 'HEADERS_TOO_LARGE',
    message: 'The path and the headers may have 128 KiB together',
  },
  'too-slow': { code: 'REQUEST_TIMEOUT', message: 'The request took too long to arrive' },
  tunnel: { code: 'BAD_REQUEST', message: 'The server is no proxy: it takes no CONNECT' },
  stopping: {
    code: 'SERVER_BUSY',
    message: 'This process of the server is stopping: nothing was done, try again',
  },
  'no-http': { code: 'BAD_REQUEST', message: 'The request is not proper HTTP' },
}

/**
 * Answers requests that no route ever sees, in the form of every error.
 * @source docs/decisions/0310-chat-errors.md
 */
export function unreadableRequest(reason: UnreadableReason) {
  const { code, message } = REFUSALS[reason]
  const error = new ApiError(code, message)
  return { status: error.status, body: `${JSON.stringify(errorBody(error, 'en'))}\n` }
}
