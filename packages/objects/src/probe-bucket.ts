import { randomBytes } from 'node:crypto'

import { fail } from './bucket-faults.ts'
import type { Bucket } from './bucket.ts'

/**
 * Does once what a service will do all the time: writes an object, reads it, replaces it under conditions that must
 * hold, lists and removes it. A store that passes over conditions would lose changes without a word.
 * @throws BucketUnavailable with what is missing and what to do
 */
export async function probeBucket(bucket: Bucket): Promise<void> {
  const key = `probe/${randomBytes(9).toString('hex')}`
  const written = Buffer.from('a probe of this service; it may be removed\n')
  try {
    const etag = await bucket.write(key, written, { kind: 'absent' })
    const found = await bucket.read(key)
    if (found === undefined || found === 'unchanged' || !found.bytes.equals(written)) {
      throw fail('noS3', { name: bucket.name, operation: 'GetObject' }, 'not what was written')
    }
    const again = await bucket.write(key, written, { kind: 'absent' })
    const replaced = await bucket.write(key, written, { kind: 'same', etag: '"of-nothing"' })
    if (etag === undefined || again !== undefined || replaced !== undefined) {
      throw fail('noConditions', { name: bucket.name, operation: 'PutObject' }, 'written twice')
    }
    const names: string[] = []
    for await (const object of bucket.list(key)) names.push(object.key)
    if (!names.includes(key)) {
      throw fail('noS3', { name: bucket.name, operation: 'ListObjectsV2' }, 'not what was written')
    }
  } catch (error) {
    // The first thing that failed is what an operator must hear.
    await bucket.remove(key).catch(() => undefined)
    throw error
  }
  await bucket.remove(key)
}
