import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Transform, type Readable } from 'node:stream'

import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { AddressGuard } from '@oficina/outbound/address-guard.ts'
import { getChecked } from '@oficina/outbound/checked-get.ts'

/** What an address of another host returned, as far as messages show it. */
export interface ExternalContent {
  readonly stream: Readable
  /** 206 when a part was requested and returned. */
  readonly status: 200 | 206
  readonly headers: Readonly<Record<string, string>>
}

// Pictures and films that cannot run anything; an SVG is a program.
const TYPES =
  /^(?:image\/(?:apng|avif|bmp|gif|jpeg|png|vnd\.microsoft\.icon|webp|x-icon)|video\/(?:mp4|webm))$/
const MAX_BYTES = 25 * 1024 * 1024
const TIME_LIMIT_MS = 30_000
const MAX_AT_ONCE = 20
const PASSED_ON = ['content-length', 'content-range', 'accept-ranges']

/**
 * Fetches images that messages show from other hosts, so that those hosts do not see the readers, and so that nobody
 * makes the server request an address that is not public. Only addresses that this server has signed are fetched.
 */
export class ExternalImages {
  readonly #guard: AddressGuard
  /** The key of the signatures. */
  readonly key: string
  #running = 0

  constructor(secret: Buffer, guard: AddressGuard) {
    this.key = createHmac('sha256', secret).update('external content').digest('hex')
    this.#guard = guard
  }

  isSigned(digest: string, url: string): boolean {
    const expected = Buffer.from(createHmac('sha1', this.key).update(url).digest('hex'))
    const given = Buffer.from(digest)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  /** `gone` aborts when nobody waits any more. */
  async fetch(
    url: string,
    range: string | undefined,
    gone: AbortSignal,
  ): Promise<Result<ExternalContent, string>> {
    if (this.#running >= MAX_AT_ONCE) return fail('busy')
    this.#running += 1
    const signal = AbortSignal.any([gone, AbortSignal.timeout(TIME_LIMIT_MS)])
    const content = await this.#ask(url, range, signal)
    if (content.ok) content.value.stream.once('close', () => void (this.#running -= 1))
    else this.#running -= 1
    return content
  }

  async #ask(
    url: string,
    range: string | undefined,
    signal: AbortSignal,
  ): Promise<Result<ExternalContent, string>> {
    const headers = {
      accept: 'image/*, video/*',
      'accept-encoding': 'identity',
      ...(range === undefined ? {} : { range }),
    }
    const found = await getChecked(url, { guard: this.#guard, headers, signal })
    if (!found.ok) return found
    const content = shownContent(found.value)
    if (content !== undefined) return ok(content)
    found.value.destroy()
    return fail('what is there is not shown')
  }
}

function shownContent(answer: IncomingMessage): ExternalContent | undefined {
  const { statusCode: status, headers } = answer
  if (status !== 200 && status !== 206) return undefined
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity'
  const isLarge = Number(headers['content-length'] ?? 0) > MAX_BYTES
  if (!TYPES.test(type) || isPacked || isLarge) return undefined
  const passed = PASSED_ON.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return {
    stream: bounded(answer),
    status,
    headers: { ...Object.fromEntries(passed), 'content-type': type },
  }
}

/** The same bytes, up to the limit, which also ends an answer without a declared length. */
function bounded(source: Readable): Readable {
  let count = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length
      if (count > MAX_BYTES) done(new Error('the content is too large'))
      else done(null, chunk)
    },
  })
  source.once('error', (error) => counter.destroy(error))
  counter.once('close', () => source.destroy())
  return source.pipe(counter)
}
