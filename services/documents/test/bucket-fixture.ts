import { bucketAddress, type BucketAddress } from '@oficina/objects/bucket-settings.ts'
import type { Bucket } from '@oficina/objects/bucket.ts'
import { openBucket } from '@oficina/objects/s3-bucket.ts'

/** The bucket of the testkit's server. */
export function testAddress(url: string): BucketAddress {
  const read = bucketAddress({
    s3Bucket: 'oficina',
    s3Endpoint: url,
    s3AccessKeyId: 'test-key',
    s3SecretAccessKey: 'test-secret',
  })
  if (!read.ok || read.value === undefined) throw new Error('the environment names no bucket')
  return read.value
}

export async function testBucket(url: string): Promise<Bucket> {
  return await openBucket(testAddress(url))
}
