import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import type * as sdkType from '@aws-sdk/client-s3'
import type { S3Client } from '@aws-sdk/client-s3'

import {
  bucketUnavailable,
  fail,
  isConditionLost,
  isConflict,
  isMissing,
  isPassing,
  isUnchanged,
} from './bucket-faults.ts'
import type { BucketAddress } from './bucket-settings.ts'
import type {
  Bucket,
  ObjectFacts,
  ObjectSource,
  SignedUrlOptions,
  WriteCondition,
} from './bucket.ts'

const CONNECT_TIMEOUT_MS = 3_000
const IDLE_TIMEOUT_MS = 30_000
const CALL_TIMEOUT_MS = 15_000
// A file of 10 GB at 10 MB a second.
const FILE_TIMEOUT_MS = 1_000_000
const MAX_ATTEMPTS = 3
const MAX_SOCKETS = 64
// Above it a file is sent in parts: one request may carry 5 GiB, and a part that is lost is sent again alone.
const PARTS_FROM_BYTES = 64 * 1024 * 1024
const PART_BYTES = 16 * 1024 * 1024
const PARTS_AT_ONCE = 2
const LIST_PAGE = 1_000
const CONTENT_TYPE = 'application/octet-stream'

type Sdk = typeof sdkType

/** A connection to a bucket; nothing is asked yet. The client of S3 is loaded here, so that nobody else needs it. */
export async function openBucket(address: BucketAddress): Promise<Bucket> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = clientFor(sdk, address, address.endpoint)
  const { publicEndpoint } = address
  const outside = publicEndpoint === undefined ? undefined : clientFor(sdk, address, publicEndpoint)
  return new S3Bucket(sdk, client, { address, outside })
}

function clientFor(sdk: Sdk, address: BucketAddress, endpoint: string | undefined): S3Client {
  const { keys, region, isPathStyle } = address
  return new sdk.S3Client({
    region,
    forcePathStyle: isPathStyle,
    maxAttempts: MAX_ATTEMPTS,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(keys === undefined
      ? {}
      : { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    // Checksums in trailers are newer than many stores that speak S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    },
    // It would tell on standard error what is slow; logs are this service's own.
    logger: { debug: nothing, info: nothing, warn: nothing, error: nothing },
  })
}

function nothing(): void {}

interface Settings {
  readonly address: BucketAddress
  readonly outside: S3Client | undefined
}

class S3Bucket implements Bucket {
  readonly name: string
  readonly publicOrigin: string | undefined
  readonly #sdk: Sdk
  readonly #client: S3Client
  readonly #outside: S3Client | undefined
  readonly #bucket: string
  readonly #prefix: string

  constructor(sdk: Sdk, client: S3Client, { address, outside }: Settings) {
    const { bucket, endpoint, publicEndpoint, region, prefix } = address
    this.name = `bucket ${bucket} at ${endpoint === undefined ? `AWS ${region}` : hostOf(endpoint)}`
    this.publicOrigin = publicEndpoint === undefined ? undefined : originOf(address, publicEndpoint)
    this.#sdk = sdk
    this.#client = client
    this.#outside = outside
    this.#bucket = bucket
    this.#prefix = prefix
  }

  async head(key: string): Promise<ObjectFacts | undefined> {
    const command = new this.#sdk.HeadObjectCommand(this.#named(key))
    return await this.#ask('HeadObject', async () => {
      const answer = await this.#client.send(command, limit(CALL_TIMEOUT_MS))
      return this.#factsOf(key, answer)
    })
  }

  async read(key: string, knownEtag?: string) {
    const command = new this.#sdk.GetObjectCommand({
      ...this.#named(key),
      ...(knownEtag === undefined ? {} : { IfNoneMatch: knownEtag }),
    })
    return await this.#ask('GetObject', async () => {
      try {
        const answer = await this.#client.send(command, limit(CALL_TIMEOUT_MS))
        const bytes = await buffer(streamOf(answer.Body))
        return { ...this.#factsOf(key, answer), bytes }
      } catch (error) {
        if (isUnchanged(error)) return 'unchanged' as const
        throw error
      }
    })
  }

  async open(key: string, range?: { readonly start: number; readonly end: number }) {
    const command = new this.#sdk.GetObjectCommand({
      ...this.#named(key),
      ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
    })
    return await this.#ask('GetObject', async () => {
      const answer = await this.#client.send(command)
      const facts = this.#factsOf(key, answer)
      const lengthBytes = answer.ContentLength ?? 0
      const total = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1]
      const sizeBytes = total === undefined ? facts.sizeBytes : Number(total)
      return { ...facts, sizeBytes, lengthBytes, stream: streamOf(answer.Body) }
    })
  }

  async write(
    key: string,
    source: ObjectSource,
    condition?: WriteCondition,
  ): Promise<string | undefined> {
    const conditions = conditionsOf(condition)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#writeOnce(key, source, conditions)
      } catch (error) {
        if (isConditionLost(error)) return undefined
        // A condition on what is gone meanwhile.
        if (condition?.kind === 'same' && isMissing(error)) return undefined
        // The client itself tries again what it can send again, which a file is not.
        const isAgain = isConflict(error) || (isFile(source) && isPassing(error))
        if (attempt >= MAX_ATTEMPTS || !isAgain) throw this.#problem(error, 'PutObject')
      }
    }
  }

  async #writeOnce(key: string, source: ObjectSource, conditions: object): Promise<string> {
    const sizeBytes = isFile(source) ? source.sizeBytes : source.byteLength
    const named = { ...this.#named(key), ...conditions, ContentType: CONTENT_TYPE }
    if (isFile(source) && sizeBytes > PARTS_FROM_BYTES) return await this.#writeParts(named, source)
    const body = isFile(source) ? createReadStream(source.path) : source
    const command = new this.#sdk.PutObjectCommand({
      ...named,
      Body: body,
      ContentLength: sizeBytes,
    })
    try {
      const timeoutMs = isFile(source) ? FILE_TIMEOUT_MS : CALL_TIMEOUT_MS
      const { ETag } = await this.#client.send(command, limit(timeoutMs))
      return etagOf(ETag)
    } finally {
      if (body instanceof Readable) body.destroy()
    }
  }

  async #writeParts(
    named: { readonly Bucket: string; readonly Key: string },
    { path }: { readonly path: string },
  ): Promise<string> {
    const { Upload } = await import('@aws-sdk/lib-storage')
    const body = createReadStream(path)
    const upload = new Upload({
      client: this.#client,
      params: { ...named, Body: body },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    })
    const late = setTimeout(() => void upload.abort(), FILE_TIMEOUT_MS)
    try {
      const { ETag } = await upload.done()
      return etagOf(ETag)
    } finally {
      clearTimeout(late)
      body.destroy()
    }
  }

  async remove(key: string): Promise<void> {
    const command = new this.#sdk.DeleteObjectCommand(this.#named(key))
    await this.#ask('DeleteObject', async () => {
      await this.#client.send(command, limit(CALL_TIMEOUT_MS))
    })
  }

  async *list(prefix: string): AsyncGenerator<ObjectFacts> {
    let token: string | undefined
    do {
      const command = new this.#sdk.ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: this.#prefix + prefix,
        MaxKeys: LIST_PAGE,
        ...(token === undefined ? {} : { ContinuationToken: token }),
      })
      const page = await this.#ask('ListObjectsV2', () =>
        this.#client.send(command, limit(CALL_TIMEOUT_MS)),
      )
      for (const found of page?.Contents ?? []) {
        const key = (found.Key ?? '').slice(this.#prefix.length)
        yield this.#factsOf(key, { ...found, ContentLength: found.Size })
      }
      token = page?.IsTruncated === true ? page.NextContinuationToken : undefined
    } while (token !== undefined)
  }

  async signedUrl(key: string, options: SignedUrlOptions): Promise<string | undefined> {
    if (this.#outside === undefined) return undefined
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
    const command = new this.#sdk.GetObjectCommand({
      ...this.#named(key),
      ResponseContentType: options.contentType,
      ResponseContentDisposition: options.contentDisposition,
      ResponseCacheControl: options.cacheControl,
    })
    try {
      return await getSignedUrl(this.#outside, command, { expiresIn: options.lifeSeconds })
    } catch (error) {
      throw this.#problem(error, 'signing an address')
    }
  }

  close(): void {
    this.#client.destroy()
    this.#outside?.destroy()
  }

  #named(key: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + key }
  }

  /** Undefined when there is no such object. */
  async #ask<T>(operation: string, send: () => Promise<T>): Promise<T | undefined> {
    try {
      return await send()
    } catch (error) {
      if (isMissing(error)) return undefined
      throw this.#problem(error, operation)
    }
  }

  #problem(error: unknown, operation: string): Error {
    return bucketUnavailable(error, { name: this.name, operation })
  }

  /** What a web server answers that is no S3 has no ETag, whatever its status. */
  #factsOf(key: string, { ETag, ContentLength, LastModified }: Answer): ObjectFacts {
    if (ETag === undefined) throw fail('noS3', { name: this.name, operation: key }, 'no ETag')
    return {
      key,
      etag: ETag,
      sizeBytes: ContentLength ?? 0,
      updatedAt: LastModified ?? new Date(0),
    }
  }
}

interface Answer {
  readonly ETag?: string | undefined
  readonly ContentLength?: number | undefined
  readonly LastModified?: Date | undefined
}

function conditionsOf(condition: WriteCondition | undefined): object {
  if (condition === undefined) return {}
  return condition.kind === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: condition.etag }
}

function isFile(source: ObjectSource): source is Exclude<ObjectSource, Uint8Array> {
  return !(source instanceof Uint8Array)
}

function etagOf(etag: string | undefined): string {
  return etag ?? '""'
}

function streamOf(body: unknown): Readable {
  // In Node it is the answer itself.
  return body instanceof Readable ? body : Readable.from([])
}

function limit(timeoutMs: number): { readonly abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(timeoutMs) }
}

function hostOf(endpoint: string): string {
  return new URL(endpoint).host
}

/** What a browser is sent to: with names of buckets in the host, the bucket's own. */
function originOf({ bucket, isPathStyle }: BucketAddress, endpoint: string): string {
  const { protocol, host, origin } = new URL(endpoint)
  return isPathStyle ? origin : `${protocol}//${bucket}.${host}`
}
