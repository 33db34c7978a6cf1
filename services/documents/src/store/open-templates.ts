import { resolve } from 'node:path'

import type { Clock } from '@oficina/kit/clock.ts'
import type { BucketAddress } from '@oficina/objects/bucket-settings.ts'
import { probeBucket } from '@oficina/objects/probe-bucket.ts'
import { openBucket } from '@oficina/objects/s3-bucket.ts'

import { BucketTemplates } from './bucket-templates.ts'
import type { Disk } from './durable-files.ts'
import { FolderTemplates } from './folder-templates.ts'
import type { TemplateStore } from './template-store.ts'

interface Places {
  readonly templatesDir: string
  readonly bucket?: BucketAddress | undefined
}

export interface OpenTemplates {
  readonly store: TemplateStore
  close(): void
}

/**
 * The templates where the configuration says they are.
 * @throws BucketUnavailable with what is missing, when they are in a bucket that cannot be used
 */
export async function openTemplates(
  { templatesDir, bucket: address }: Places,
  { now, disk }: { readonly now: Clock; readonly disk: Disk },
): Promise<OpenTemplates> {
  if (address === undefined) {
    const store = new FolderTemplates(resolve(templatesDir), now, disk)
    await store.open()
    return { store, close: () => undefined }
  }
  const bucket = await openBucket(address)
  await probeBucket(bucket)
  const store = new BucketTemplates(bucket, now)
  await store.open()
  return { store, close: () => bucket.close() }
}
