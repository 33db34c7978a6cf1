import type { IncomingMessage } from 'node:http'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { AddressGuard } from './address-guard.ts'
import { dialChecked, outboundUrl, type Resolver } from './checked-dial.ts'

export interface GetOptions {
  readonly guard: AddressGuard
  readonly headers: Readonly<Record<string, string>>
  /** Aborts everything, the body of the answer included. */
  readonly signal: AbortSignal
  readonly resolve?: Resolver
  /** A further check of each address on the way; absent: any is allowed. */
  readonly permits?: (url: URL) => boolean
}

const MAX_REDIRECTS = 3

/**
 * The answer of an address that a user supplied, or why there is none. Each address on the way is checked, and exactly
 * the checked one is dialled. The caller reads the body or destroys it.
 */
export async function getChecked(
  address: string,
  { guard, permits = () => true, ...request }: GetOptions,
): Promise<Result<IncomingMessage, string>> {
  let url = outboundUrl(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (url === undefined) return fail('the URL is not one of http or https without credentials')
    if (!permits(url)) return fail('the address may not be asked for')
    try {
      const response = await dialChecked(url, guard, { ...request, method: 'GET' })
      if (response === undefined) return fail('the address is not a public one')
      const { location } = response.headers
      if (location === undefined || !isRedirect(response.statusCode ?? 0)) return ok(response)
      response.destroy()
      url = URL.canParse(location, url) ? outboundUrl(new URL(location, url).href) : undefined
    } catch (error) {
      return fail(request.signal.aborted ? 'timed out' : reasonOf(error))
    }
  }
  return fail('too many redirects')
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'failed'
}
