import type { IncomingMessage } from 'node:http'

import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { AddressGuard } from '@oficina/outbound/address-guard.ts'
import type { Resolver } from '@oficina/outbound/checked-dial.ts'
import { getChecked } from '@oficina/outbound/checked-get.ts'

import type { ImageReason } from './image-problem.ts'

export interface FetchOptions {
  readonly guard: AddressGuard
  readonly resolve: Resolver
  readonly maxBytes: number
  /** From name resolution to the last byte, redirects included. */
  readonly timeoutMs: number
  /** Ports besides 80 and 443, for an image server that IMAGE_URL_ALLOW names. */
  readonly allowsAnyPort: boolean
}

const TOO_LARGE = 'larger than the limit'
const HEADERS = {
  accept: 'image/*',
  'accept-encoding': 'identity',
  'user-agent': 'oficina-documents',
}
const USUAL_PORTS = new Set(['', '80', '443'])
// One text for every failure on the way: a difference would reveal what is behind the guard.
const UNREACHABLE = 'the address could not be fetched'

/**
 * Fetches an image. Every address of a name must be public, exactly the checked address is dialled (so a name that
 * resolves differently a moment later gains nothing), and every redirect is checked again.
 * @source docs/contract/documents.md, Template, "Image placeholders"
 */
export async function fetchImage(
  url: string,
  { guard, resolve, maxBytes, timeoutMs, allowsAnyPort }: FetchOptions,
): Promise<Result<Buffer, ImageReason>> {
  const response = await getChecked(url, {
    guard,
    resolve,
    permits: ({ port }) => allowsAnyPort || USUAL_PORTS.has(port),
    headers: HEADERS,
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) return fail(UNREACHABLE)
  try {
    return await readImage(response.value, maxBytes)
  } catch {
    // Reset or timed out: the client learns only that it was not fetched.
    return fail(UNREACHABLE)
  } finally {
    response.value.destroy()
  }
}

async function readImage(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Result<Buffer, ImageReason>> {
  if (response.statusCode !== 200) return fail(UNREACHABLE)
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) return fail(TOO_LARGE)
  return await readBounded(response, maxBytes)
}

/** Counts what really arrives: a header may lie. */
async function readBounded(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Result<Buffer, ImageReason>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    // A response without an encoding gives buffers.
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > maxBytes) return fail(TOO_LARGE)
    chunks.push(bytes)
  }
  return ok(Buffer.concat(chunks))
}
