import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { SYSTEM_DISK, type Disk } from '../src/store/durable-files.ts'
import { docx, p } from './docx/docx-fixture.ts'
import { codeOf, startDocuments } from './http-fixture.ts'
import { plainPdf } from './office/pdf-fixture.ts'

/** A disk with room for so many bytes more: what is beyond them fails in the middle, as the system's does. */
function smallDisk(state: { leftBytes: number }): Disk {
  return {
    write: async (path, bytes) => {
      if (bytes.length > state.leftBytes) {
        await writeFile(path, bytes.subarray(0, state.leftBytes))
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      }
      await SYSTEM_DISK.write(path, bytes)
    },
    append: async (path, chunks) => {
      const bytes = Buffer.concat(chunks)
      if (bytes.length > state.leftBytes)
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await SYSTEM_DISK.append(path, [bytes])
    },
    freeBytes: () => Promise.resolve(state.leftBytes),
  }
}

test('a full disk is 507 INSUFFICIENT_STORAGE, health says so, and nothing is left of what did not fit', async (context) => {
  const state = { leftBytes: 50 * 1024 * 1024 }
  const documents = await startDocuments({ disk: smallDisk(state) })
  context.after(() => documents.stop())
  const versions = async () => await readdir(join(documents.folder, 'templates', '.versions'))
  assert.equal((await documents.upload('hola', docx(p('Hola {nombre}')))).status, 201)
  const before = await versions()
  assert.equal('templatesDir' in (await documents.stranger.get('/health')).json, false)

  state.leftBytes = 200
  const refused = [
    await documents.upload('otra', docx(p('otra'))),
    await documents.put('hola', { file: docx(p('Adiós')) }),
    // The file is kept without a byte, and its schema does not fit.
    await documents.put('hola', { schema: JSON.stringify({ description: 'x'.repeat(300) }) }),
  ]
  const content = plainPdf([{ text: 'Uno' }]).toString('base64')
  const merged = await documents.client.post('/render/merge', { items: [{ content }] })
  for (const answer of [...refused, merged]) {
    assert.deepEqual([answer.status, codeOf(answer)], [507, 'INSUFFICIENT_STORAGE'])
    assert.match(answer.json.error.message, /full; nothing was changed/)
  }
  assert.deepEqual(await versions(), before)
  assert.deepEqual(await readdir(join(documents.folder, 'tmp')), [])
  const { status, json } = await documents.stranger.get('/health')
  assert.deepEqual([status, json.status], [200, 'degraded'])
  assert.deepEqual(json.templatesDir, { readable: true, writable: false })
  assert.deepEqual(json.tmpDir, { writable: false })
  assert.equal((await documents.client.get('/templates')).json.templates.length, 1)
  assert.equal((await documents.render('hola', { nombre: 'Eva' })).status, 200)
  state.leftBytes = 0
  assert.equal((await documents.client.send('DELETE', '/templates/hola')).status, 204)

  state.leftBytes = 50 * 1024 * 1024
  assert.equal((await documents.upload('otra', docx(p('otra')))).status, 201)
  assert.equal('templatesDir' in (await documents.stranger.get('/health')).json, false)
})
