import { buffer } from 'node:stream/consumers'

import { bucketAddress, type BucketEnvironment } from '../src/bucket-settings.ts'
import type { Bucket } from '../src/bucket.ts'
import { openBucket } from '../src/s3-bucket.ts'

/** A bucket as an environment names it. */
export async function bucketAt(url: string, more: BucketEnvironment = {}): Promise<Bucket> {
  const read = bucketAddress({
    s3Bucket: 'oficina',
    s3Endpoint: url,
    s3AccessKeyId: 'test-key',
    s3SecretAccessKey: 'test-secret-that-nobody-may-read',
    ...more,
  })
  if (!read.ok || read.value === undefined) throw new Error('the environment names no bucket')
  return await openBucket(read.value)
}

export async function textOf(
  bucket: Bucket,
  key: string,
  range?: { readonly start: number; readonly end: number },
): Promise<string | undefined> {
  const found = await bucket.open(key, range)
  return found === undefined ? undefined : (await buffer(found.stream)).toString()
}

export async function keysOf(bucket: Bucket, prefix: string): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const { key } of bucket.list(prefix)) keys.push(key)
  return keys
}
