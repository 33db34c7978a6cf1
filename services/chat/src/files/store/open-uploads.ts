import { join } from 'node:path'

import type { Clock } from '@oficina/kit/clock.ts'
import type { BucketAddress } from '@oficina/objects/bucket-settings.ts'
import { probeBucket } from '@oficina/objects/probe-bucket.ts'
import { openBucket } from '@oficina/objects/s3-bucket.ts'

import { uploadsInBucket } from './upload-bucket.ts'
import { uploadsIn, type Uploads } from './upload-folder.ts'

/** The place of files as the configuration names it. */
export interface UploadSettings {
  readonly dataDir: string
  /** Where files are instead of in `dataDir`. */
  readonly bucket?: BucketAddress | undefined
}

/** @throws BucketUnavailable with what is missing, when files are in a bucket that cannot be used */
export async function openUploads(
  { dataDir, bucket: address }: UploadSettings,
  now: Clock,
): Promise<Uploads> {
  const local = uploadsIn(join(dataDir, 'uploads'))
  if (address === undefined) return local
  const bucket = await openBucket(address)
  await probeBucket(bucket)
  return uploadsInBucket(bucket, local, now)
}
