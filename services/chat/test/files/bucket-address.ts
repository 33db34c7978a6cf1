import { bucketAddress, type BucketAddress } from '@oficina/objects/bucket-settings.ts'

/** The bucket of the testkit's server; with `isPublic` readers are sent there. */
export function testAddress(url: string, isPublic = false): BucketAddress {
  const read = bucketAddress({
    s3Bucket: 'oficina',
    s3Endpoint: url,
    s3AccessKeyId: 'test-key',
    s3SecretAccessKey: 'test-secret',
    s3PublicEndpoint: isPublic ? url : undefined,
  })
  if (!read.ok || read.value === undefined) throw new Error('the environment names no bucket')
  return read.value
}
