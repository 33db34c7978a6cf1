import type { Readable } from 'node:stream'

/** What is known of an object without its bytes. */
export interface ObjectFacts {
  readonly key: string
  /** Changes with the bytes; with the quotes that HTTP wants around it. */
  readonly etag: string
  readonly sizeBytes: number
  readonly updatedAt: Date
}

/** An object on its way; whoever takes it reads `stream` to its end or destroys it. */
export interface ObjectStream extends ObjectFacts {
  readonly stream: Readable
  /** The bytes of `stream`: fewer than `sizeBytes` where a range was asked for. */
  readonly lengthBytes: number
}

/** Bytes, or a file on the disk, which is not read into memory. */
export type ObjectSource = Uint8Array | { readonly path: string; readonly sizeBytes: number }

/** When a write may happen: nothing has the key yet, or what has it is still the one that was read. */
export type WriteCondition = { readonly kind: 'absent' } | { readonly kind: 'same'; etag: string }

export interface SignedUrlOptions {
  /** As the answer names it, whatever the object says of itself. */
  readonly contentType: string
  readonly contentDisposition: string
  readonly cacheControl: string
  readonly lifeSeconds: number
}

/**
 * Objects of one bucket below one prefix. Keys are the caller's own, without the prefix. Every call ends: after 15
 * seconds (a stream: 30 without a byte) and at most three attempts.
 * @throws BucketUnavailable from every method, when the bucket does not answer or refuses
 * @source docs/decisions/0010-object-storage.md
 */
export interface Bucket {
  /** What operators read: where it is, without anything secret. */
  readonly name: string
  /** Where signed addresses lead; undefined when nobody is sent there. */
  readonly publicOrigin: string | undefined
  head(key: string): Promise<ObjectFacts | undefined>
  /** The whole of a small object; `unchanged` when it still has that ETag, undefined when there is none. */
  read(
    key: string,
    knownEtag?: string,
  ): Promise<(ObjectFacts & { readonly bytes: Buffer }) | 'unchanged' | undefined>
  /** Undefined when there is no such object. Offsets in bytes, both included. */
  open(
    key: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<ObjectStream | undefined>
  /** The new ETag, or undefined when the condition does not hold. */
  write(key: string, source: ObjectSource, condition?: WriteCondition): Promise<string | undefined>
  /** Passes over what is not there. */
  remove(key: string): Promise<void>
  /** In the order of the keys' bytes. */
  list(prefix: string): AsyncIterable<ObjectFacts>
  /** An address at which anybody can read the object for some time; undefined without a public endpoint. */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string | undefined>
  close(): void
}

/** Why a bucket cannot be used. */
export type BucketFault =
  | 'unreachable'
  | 'timeout'
  | 'noBucket'
  | 'forbidden'
  | 'wrongKeys'
  | 'noKeys'
  | 'clock'
  | 'region'
  | 'noS3'
  | 'noConditions'
  | 'busy'
  | 'failing'

/** The bucket did not do what it was asked; the message is for operators and has nothing secret in it. */
export class BucketUnavailable extends Error {
  readonly fault: BucketFault

  constructor(fault: BucketFault, message: string) {
    super(message)
    this.name = 'BucketUnavailable'
    this.fault = fault
  }
}
