import { lookup } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { AddressGuard } from './address-guard.ts'

export interface CheckedPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PostOptions {
  readonly guard: AddressGuard
  /** For everything from the name to the status of the answer. */
  readonly timeoutMs: number
}

/**
 * Posts to an address that somebody else wrote; the answer is its status, or why there is none. Every address of the
 * name must pass the guard, the checked one is the one that is dialled (so a name that answers differently a moment
 * later gains nothing), and no redirect is followed.
 */
export async function postChecked(
  post: CheckedPost,
  { guard, timeoutMs }: PostOptions,
): Promise<Result<number, string>> {
  const url = URL.canParse(post.url) ? new URL(post.url) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.username !== '') {
    return fail('the URL is not one of http or https without credentials')
  }
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const address = await checkedAddress(url, guard, signal)
    if (address === undefined) return fail('the address is not a public one')
    const response = await dial(url, { ...post, address, signal })
    response.destroy()
    return ok(response.statusCode ?? 0)
  } catch (error) {
    return fail(signal.aborted ? 'timed out' : reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'failed'
}

/** The address to dial, when every address of the host passes the guard. */
async function checkedAddress(
  url: URL,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<string | undefined> {
  // WHATWG's parser has turned 2130706433, 0x7f.1 and 0177.0.0.1 into 127.0.0.1 already; brackets surround IPv6.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) return guard(host) ? host : undefined
  const found = await Promise.race([lookup(host, { all: true }), rejectOn(signal)])
  const addresses = found.map(({ address }) => address)
  return addresses.length > 0 && addresses.every(guard) ? addresses[0] : undefined
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timed out')), { once: true })
  })
}

interface Dial extends CheckedPost {
  readonly address: string
  readonly signal: AbortSignal
}

function dial(
  url: URL,
  { address, signal, headers, body }: Omit<Dial, 'url'>,
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        signal,
        // No pooled socket: it could lead to an address that was checked for another name.
        agent: false,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: (_hostname, options, callback) => {
          const family = isIP(address)
          if (options.all === true) callback(null, [{ address, family }])
          else callback(null, address, family)
        },
      },
      resolve,
    )
    request.once('error', reject)
    request.end(body)
  })
}
