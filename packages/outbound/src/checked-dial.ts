import { lookup } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'

import type { AddressGuard } from './address-guard.ts'

/** An address that may be requested at all; undefined for anything but http and https without credentials. */
export function outboundUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined
  return url.username === '' && url.password === '' ? url : undefined
}

/** Resolves a name to addresses. */
export type Resolver = (hostname: string) => Promise<readonly string[]>

export const systemResolver: Resolver = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Ends the look-up, the connection and the answer. */
  readonly signal: AbortSignal
  /** Default: the system’s resolver. */
  readonly resolve?: Resolver
}

/**
 * The answer of an address, or undefined when an address of its name does not pass the guard. Exactly the checked
 * address is dialled, so a name that resolves differently a moment later gains nothing; no redirect is followed.
 */
export async function dialChecked(
  url: URL,
  guard: AddressGuard,
  request: OutboundRequest,
): Promise<IncomingMessage | undefined> {
  const address = await checkedAddress(url, guard, request)
  return address === undefined ? undefined : await dial(url, address, request)
}

/** The address to dial, when every address of the host passes the guard. */
async function checkedAddress(
  url: URL,
  guard: AddressGuard,
  { resolve = systemResolver, signal }: OutboundRequest,
): Promise<string | undefined> {
  // WHATWG's parser has turned 2130706433, 0x7f.1 and 0177.0.0.1 into 127.0.0.1 already; brackets surround IPv6.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) return guard(host) ? host : undefined
  const addresses = await Promise.race([resolve(host), rejectOn(signal)])
  return addresses.length > 0 && addresses.every(guard) ? addresses[0] : undefined
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timed out')), { once: true })
  })
}

function dial(
  url: URL,
  address: string,
  { method, headers, body, signal }: OutboundRequest,
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method,
        signal,
        // No pooled socket: it could lead to an address that was checked for another name.
        agent: false,
        headers: { ...headers, ...length },
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
