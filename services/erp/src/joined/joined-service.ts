import { tellCall } from '@oficina/http/tell-call.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { AddressGuard } from '@oficina/outbound/address-guard.ts'
import {
  requestChecked,
  type CheckedAnswer,
  type CheckedRequest,
} from '@oficina/outbound/checked-request.ts'

/** Another service of the installation, and how it may be asked. */
export interface JoinedAddress {
  readonly service: 'documents' | 'chat'
  /** Without a slash behind. */
  readonly url: string
  readonly guard: AddressGuard
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Ends what is under way. */
  readonly stop: AbortSignal
}

/**
 * Why another service did not do it: `unavailable` (whether it did is not known, and asking again may help), `rejected`
 * (asking again gives the same), `misconfigured` (an operator is needed).
 */
export interface JoinedFailure {
  readonly kind: 'unavailable' | 'rejected' | 'misconfigured'
  readonly reason: string
}

/** What the last call of a service came to; `absent` is one that is not configured. */
export type JoinedState = 'absent' | 'configured' | 'ok' | 'failing'

type Call = Omit<CheckedRequest, 'url'> & {
  readonly path: string
  /** What traces show of a path that names somebody. */
  readonly route?: string
}

/** One request; an answer of any status is one. */
export async function askJoined(
  { service, url, timeoutMs, ...options }: JoinedAddress,
  { path, route = path, ...request }: Call,
): Promise<Result<CheckedAnswer, JoinedFailure>> {
  const answer = await tellCall({ to: service, method: request.method, route }, (more) =>
    requestChecked(
      { ...request, headers: { ...request.headers, ...more }, url: `${url}${path}` },
      { ...options, timeoutMs },
    ),
  )
  if (answer.ok) return ok(answer.value)
  return fail({ kind: 'unavailable', reason: answer.error })
}

/** The failure that a status tells of, whatever the service: its key is wrong, it is busy, or it does not want this. */
export function failureOf(status: number, reason: string): JoinedFailure {
  if (status === 401 || status === 403) return { kind: 'misconfigured', reason }
  if (status === 408 || status === 429 || status >= 500) return { kind: 'unavailable', reason }
  return { kind: 'rejected', reason }
}

/** The body of an answer as a JSON object; an empty one for anything else. */
export function jsonOf({ body }: CheckedAnswer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    // Just checked; the keys of JSON are texts.
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // Not JSON: whoever answered is not the service.
    return {}
  }
}
