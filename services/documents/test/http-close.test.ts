import assert from 'node:assert/strict'
import { access } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'

import { eventually } from '@oficina/testkit/eventually.ts'

import { SYSTEM_DISK, type Disk } from '../src/store/durable-files.ts'
import { docx, p } from './docx/docx-fixture.ts'
import { form, startDocuments } from './http-fixture.ts'

/** A disk that holds each write until it is let go. */
function slowDisk(): {
  readonly disk: Disk
  readonly writes: string[]
  readonly letGo: () => void
} {
  const held = Promise.withResolvers<void>()
  const writes: string[] = []
  const write: Disk['write'] = async (path, bytes) => {
    writes.push(path)
    await held.promise
    await SYSTEM_DISK.write(path, bytes)
  }
  return { disk: { ...SYSTEM_DISK, write }, writes, letGo: held.resolve }
}

test('the service ends after all that it does for clients that have gone', async () => {
  const { disk, writes, letGo } = slowDisk()
  const documents = await startDocuments({ disk })
  const client = new AbortController()
  const { baseUrl, headers } = documents.client
  const upload = fetch(`${baseUrl}/templates`, {
    method: 'POST',
    headers,
    body: form({ slug: 'hola', file: docx(p('Hola')) }),
    signal: client.signal,
  })
  await eventually('the template is being written', () => Promise.resolve(writes.length > 0))
  client.abort()
  await assert.rejects(upload, { name: 'AbortError' })
  const state = { hasEnded: false }
  const stopping = documents.stop().finally(() => {
    state.hasEnded = true
  })
  // Long enough for all that does not wait.
  await delay(100)
  assert.equal(state.hasEnded, false)
  letGo()
  await stopping
  // Nobody writes into the folder once it is gone.
  await assert.rejects(access(documents.folder), { code: 'ENOENT' })
})
