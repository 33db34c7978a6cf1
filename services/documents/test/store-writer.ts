import { ApiError } from '../src/errors.ts'
import { BucketTemplates } from '../src/store/bucket-templates.ts'
import { FolderTemplates } from '../src/store/folder-templates.ts'
import { parseSlug } from '../src/store/slug.ts'
import { testBucket } from './bucket-fixture.ts'

/** A process that changes one template without end, to be killed at any moment; see races.test.ts. */
const [place = ''] = process.argv.slice(2)
const store = place.startsWith('http:')
  ? new BucketTemplates(await testBucket(place), () => Date.now())
  : new FolderTemplates(place, () => Date.now())
await store.open()
const slug = parseSlug('matado')
if (slug === undefined) throw new Error('not a slug')

for (let number = process.pid; ; number += 1) {
  const parts = {
    // Large enough for a kill to find it half written.
    docx: Buffer.from(`docx ${number} ${'x'.repeat(200_000)}`),
    schema: Buffer.from(`{"description":"${number}"}`),
  }
  try {
    const isThere = (await store.replace(slug, parts, () => true)) !== undefined
    if (!isThere) await store.create(slug, parts)
    process.send?.('changed')
  } catch (error) {
    // Another writer was quicker twelve times: a caller is told to try again, and so does this one.
    if (!(error instanceof ApiError && error.code === 'STORAGE_UNAVAILABLE')) throw error
  }
}
