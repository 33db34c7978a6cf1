import { test } from 'node:test'

import { startBucketServer } from '../src/bucket-server.ts'

// `end-with-test.test.ts` runs it.
test('it fails before its last line', async () => {
  await startBucketServer()
  throw new Error('as an assertion would')
})
