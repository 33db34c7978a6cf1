import type { IncomingMessage } from 'node:http'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { AddressGuard } from './address-guard.ts'
import { dialChecked, outboundUrl } from './checked-dial.ts'

export interface CheckedRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface RequestOptions {
  readonly guard: AddressGuard
  /** For everything from the name to the last byte of the answer. */
  readonly timeoutMs: number
  /** What of an answer is read; a longer one is refused. */
  readonly maxBytes: number
  /** Ends it before its time, as when the process stops. */
  readonly stop?: AbortSignal
}

/** Reasons that callers tell apart; any other is one of the connection. */
export const REASON = {
  notPublic: 'the address is not a public one',
  stopped: 'stopped',
  timedOut: 'timed out',
  tooLong: 'the answer is longer than',
} as const

export interface CheckedAnswer {
  readonly status: number
  readonly body: Buffer
}

/**
 * Asks an address that somebody else wrote, and gives its whole answer, or why there is none. As in `postChecked` the
 * address that was checked is the one that is dialled, and no redirect is followed.
 */
export async function requestChecked(
  { body, headers, method, url: text }: CheckedRequest,
  { guard, maxBytes, stop, timeoutMs }: RequestOptions,
): Promise<Result<CheckedAnswer, string>> {
  const url = outboundUrl(text)
  if (url === undefined) return fail('the URL is not one of http or https without credentials')
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop])
  try {
    const request = { method, headers, signal, ...(body === undefined ? {} : { body }) }
    const response = await dialChecked(url, guard, request)
    if (response === undefined) return fail(REASON.notPublic)
    const read = await wholeBody(response, maxBytes)
    return read === undefined
      ? fail(`${REASON.tooLong} ${maxBytes} bytes`)
      : ok({ status: response.statusCode ?? 0, body: read })
  } catch (error) {
    if (stop?.aborted === true) return fail(REASON.stopped)
    return fail(timeout.aborted ? REASON.timedOut : reasonOf(error))
  }
}

async function wholeBody(response: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    // A response without an encoding gives buffers.
    const bytes = chunk as Buffer
    length += bytes.length
    if (length > maxBytes) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'failed'
}
