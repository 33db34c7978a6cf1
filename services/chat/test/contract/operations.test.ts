import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

import { ENDPOINTS } from '../../src/routes.ts'
import { zulipOperations } from './zulip-document.ts'

/** The lines of the table, each as `| GET /messages | done |`. */
async function listed(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(new URL('../../operations.md', import.meta.url), 'utf8')
  return new Map(
    [...text.matchAll(/^\| `([A-Z]+ [^`]+)` \| (done|not yet) \|$/gm)].map(
      ([, name = '', state = '']) => [name, state],
    ),
  )
}

// The document's `{filename}` is the whole rest of the path, which has three parts here.
const UPLOAD = ['GET /user_uploads/{}/{}', 'GET /user_uploads/{}/{}/{}/{}'] as const

test('every operation of Zulip’s document is listed as done or not yet, and done means served', async () => {
  const served = new Set(
    ENDPOINTS.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, '{}')}`),
  )
  if (served.has(UPLOAD[1])) served.add(UPLOAD[0])
  const expected = new Map(
    zulipOperations().map((name) => [
      name,
      served.has(name.replaceAll(/\{\w+\}/g, '{}')) ? 'done' : 'not yet',
    ]),
  )
  assert.deepEqual(Object.fromEntries(await listed()), Object.fromEntries(expected))
})
