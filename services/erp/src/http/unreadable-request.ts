import type { UnreadableReason } from '@oficina/http/unreadable-request.ts'

import { ERRORS, type ErrorCode } from '../errors.ts'

const REFUSALS: Readonly<
  Record<UnreadableReason, { readonly code: ErrorCode; readonly message: string }>
> = {
  'path-not-encoded': { code: 'MALFORMED_REQUEST', message: 'The path is not properly encoded.' },
  'path-too-long': {
    code: 'MALFORMED_REQUEST',
    message: 'A part of the path has more than 200 characters.',
  },
  'headers-too-large': {
    code: 'HEADERS_TOO_LARGE',
    message: 'The path and the headers may have 16 KiB together.',
  },
  'too-slow': { code: 'REQUEST_TIMEOUT', message: 'The request took too long to arrive.' },
  tunnel: { code: 'MALFORMED_REQUEST', message: 'The server is no proxy: it takes no CONNECT.' },
  stopping: {
    code: 'UNAVAILABLE',
    message: 'This process of the service is stopping: nothing was done, try again.',
  },
  'no-http': { code: 'MALFORMED_REQUEST', message: 'The request is not proper HTTP.' },
}

/**
 * Answers requests that no route ever sees, in the envelope.
 * @source docs/decisions/0200-erp-errors.md
 */
export function unreadableRequest(reason: UnreadableReason) {
  const refusal = REFUSALS[reason]
  const body = JSON.stringify({ data: null, meta: {}, errors: [refusal] })
  return { status: ERRORS[refusal.code].status, body }
}
