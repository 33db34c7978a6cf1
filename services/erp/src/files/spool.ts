import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file of this process alone, deleted by `remove`. */
export interface SpooledFile {
  readonly path: string
  readonly sizeBytes: number
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string
  remove(): Promise<void>
}

/** The stream was longer than allowed. */
export class TooLarge extends Error {}

/**
 * Stores a request's body in a file, so that a slow client never holds a transaction open and a reader can seek.
 * @throws TooLarge when it is longer than `maxBytes`
 */
export async function spool(
  stream: Readable,
  to: { readonly path: string; readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<SpooledFile> {
  const { path } = to
  const size = { bytes: 0 }
  const hash = createHash('sha256')
  const remove = () => rm(path, { force: true })
  try {
    await pipeline(
      async function* () {
        // A body that ends early leaves the stream open: the answer is still to be sent on its connection.
        for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
          size.bytes += chunk.length
          if (size.bytes > to.maxBytes) throw new TooLarge()
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600 }),
      { signal: to.signal },
    )
  } catch (error) {
    await remove()
    throw error
  }
  return { path, sizeBytes: size.bytes, sha256: hash.digest('hex'), remove }
}
