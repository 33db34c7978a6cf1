import { lookup } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'

import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { AddressGuard } from '@oficina/outbound/address-guard.ts'

import type { ImageReason } from './image-problem.ts'

/** Resolves a name to addresses; tests give their own. */
export type Resolver = (hostname: string) => Promise<readonly string[]>

export interface FetchOptions {
  readonly guard: AddressGuard
  readonly resolve: Resolver
  readonly maxBytes: number
  /** From name resolution to the last byte, redirects included. */
  readonly timeoutMs: number
  /** Ports besides 80 and 443, for an image server that IMAGE_URL_ALLOW names. */
  readonly allowsAnyPort: boolean
}

const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const USUAL_PORTS = new Set(['', '80', '443'])
// One text for every failure on the way: a difference would reveal what is behind the guard.
const UNREACHABLE = 'the address could not be fetched'

export const systemResolver: Resolver = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

/**
 * Fetches an image. Every address of a name must be public, exactly the checked address is dialled (so a name that
 * resolves differently a moment later gains nothing), and every redirect is checked anew.
 * @source docs/contract/documents.md, Template, "Image placeholders"
 */
export async function fetchImage(
  url: string,
  options: FetchOptions,
): Promise<Result<Buffer, ImageReason>> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  let target = url
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await fetchOnce(target, options, signal)
    if (answer.kind === 'redirect') target = answer.url
    else return answer.kind === 'image' ? ok(answer.bytes) : fail(answer.reason)
  }
  return fail(UNREACHABLE)
}

type Answer =
  | { readonly kind: 'image'; readonly bytes: Buffer }
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'failed'; readonly reason: ImageReason }

const unreachable: Answer = { kind: 'failed', reason: UNREACHABLE }

async function fetchOnce(
  target: string,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const url = URL.canParse(target) ? new URL(target) : undefined
  if (url === undefined || !isFetchable(url, options)) return unreachable
  try {
    const address = await checkedAddress(url, options, signal)
    if (address === undefined) return unreachable
    const response = await dial(url, address, signal)
    return await readAnswer(response, url, options.maxBytes)
  } catch {
    // Refused, reset, timed out, no such name: the client learns only that it was not fetched.
    return unreachable
  }
}

function isFetchable(url: URL, { allowsAnyPort }: FetchOptions): boolean {
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  const hasCredentials = url.username !== '' || url.password !== ''
  return isWeb && !hasCredentials && (allowsAnyPort || USUAL_PORTS.has(url.port))
}

/** The address to dial, when every address of the host passes the guard. */
async function checkedAddress(
  url: URL,
  { guard, resolve }: FetchOptions,
  signal: AbortSignal,
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

function dial(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        signal,
        // No pooled socket: it could lead to an address that was checked for another name.
        agent: false,
        headers: {
          accept: 'image/*',
          'accept-encoding': 'identity',
          'user-agent': 'oficina-documents',
        },
        lookup: (_hostname, options, callback) => {
          const family = isIP(address)
          if (options.all === true) callback(null, [{ address, family }])
          else callback(null, address, family)
        },
      },
      resolve,
    )
    request.once('error', reject)
    request.end()
  })
}

async function readAnswer(response: IncomingMessage, url: URL, maxBytes: number): Promise<Answer> {
  const status = response.statusCode ?? 0
  const { location } = response.headers
  try {
    if (REDIRECTS.has(status) && location !== undefined && URL.canParse(location, url)) {
      return { kind: 'redirect', url: new URL(location, url).href }
    }
    if (status !== 200) return unreachable
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) return tooLarge
    return await readBounded(response, maxBytes)
  } finally {
    response.destroy()
  }
}

const tooLarge: Answer = { kind: 'failed', reason: 'larger than the limit' }

/** Counts what really arrives: a header may lie. */
async function readBounded(response: IncomingMessage, maxBytes: number): Promise<Answer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    // A response without an encoding gives buffers.
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > maxBytes) return tooLarge
    chunks.push(bytes)
  }
  return { kind: 'image', bytes: Buffer.concat(chunks) }
}
