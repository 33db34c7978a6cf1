import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { AddressGuard } from './address-guard.ts'
import { dialChecked, outboundUrl } from './checked-dial.ts'

export interface CheckedPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PostOptions {
  readonly guard: AddressGuard
  /** From name resolution to the status of the answer. */
  readonly timeoutMs: number
}

/**
 * Posts to an address that a user supplied; the answer is its status, or why there is none. Every address of the name
 * must pass the guard, and exactly the checked one is dialled (so a name that resolves differently a moment later gains
 * nothing); no redirect is followed.
 */
export async function postChecked(
  post: CheckedPost,
  { guard, timeoutMs }: PostOptions,
): Promise<Result<number, string>> {
  const url = outboundUrl(post.url)
  if (url === undefined) return fail('the URL is not one of http or https without credentials')
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const { headers, body } = post
    const response = await dialChecked(url, guard, { method: 'POST', headers, body, signal })
    if (response === undefined) return fail('the address is not a public one')
    response.destroy()
    return ok(response.statusCode ?? 0)
  } catch (error) {
    return fail(signal.aborted ? 'timed out' : reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'failed'
}
