import type { UnreadableReason } from '@oficina/http/unreadable-request.ts'
import { quoted } from '@oficina/words/bilingual.ts'

import { ERRORS, invalidInput } from '../errors.ts'

const MESSAGES: Readonly<Record<Exclude<UnreadableReason, 'stopping'>, string>> = {
  'path-not-encoded': 'the path is not properly encoded',
  'path-too-long': 'the path is too long',
  'headers-too-large': 'the path and the headers are too large: they may have 16 KiB together',
  'too-slow': 'the request took too long to arrive',
  tunnel: 'the server is no proxy: it takes no CONNECT',
  'no-http': 'the request is not proper HTTP',
}

/** Answers requests that no route ever sees, in the contract's envelope, and in English: nothing is known of them. */
export function unreadableRequest(reason: UnreadableReason, requestId: string) {
  if (reason === 'stopping') {
    const code = 'SERVICE_STOPPING'
    const message = 'This process of the service is stopping: nothing was done, try again.'
    return { status: ERRORS[code], body: JSON.stringify({ error: { code, message, requestId } }) }
  }
  const { code, message, details } = invalidInput([{ path: [], message: quoted(MESSAGES[reason]) }])
  const body = JSON.stringify({ error: { code, message, requestId, details } })
  return { status: ERRORS[code], body }
}
