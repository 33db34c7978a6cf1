import assert from 'node:assert/strict'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { docx, p } from './docx/docx-fixture.ts'
import { codeOf, startDocuments } from './http-fixture.ts'

const FAKE_OFFICE = '#!/bin/sh\necho LibreOffice 7.6.5.4 xyz\n'

test('health is ok with an office and a writable scratch directory, and tells the version', async () => {
  const documents = await startDocuments({ config: { officePath: '/nowhere/soffice' } })
  const office = join(documents.folder, 'soffice')
  await writeFile(office, FAKE_OFFICE, { mode: 0o755 })
  const withOffice = await startDocuments({ config: { officePath: office } })
  withOffice.clock.advance(1_500)
  const { status, json } = await withOffice.stranger.get('/health')
  assert.equal(status, 200)
  assert.deepEqual(json, {
    status: 'ok',
    uptimeMs: 1_500,
    office: { available: true, version: '7.6.5.4' },
    tmpDir: { writable: true },
  })
  await withOffice.stop()
  await documents.stop()
})

test('office detection is cached for 60 seconds', async () => {
  const first = await startDocuments()
  const office = join(first.folder, 'soffice')
  const documents = await startDocuments({ config: { officePath: office } })
  const available = async () => (await documents.stranger.get('/health')).json.office.available
  assert.equal(await available(), false)
  await writeFile(office, FAKE_OFFICE, { mode: 0o755 })
  documents.clock.advance(59_999)
  assert.equal(await available(), false)
  documents.clock.advance(1)
  assert.equal(await available(), true)
  await documents.stop()
  await first.stop()
})

test('health is degraded without a scratch directory, and .docx rendering still works', async () => {
  const documents = await startDocuments()
  await documents.upload('hola', docx(p('Hola')))
  await rm(join(documents.folder, 'tmp'), { recursive: true })
  const { status, json } = await documents.stranger.get('/health')
  assert.deepEqual([status, json.status, json.tmpDir], [200, 'degraded', { writable: false }])
  assert.equal((await documents.render('hola', {})).status, 200)
  assert.equal(codeOf(await documents.render('hola', {}, { format: 'pdf' })), 'OFFICE_UNAVAILABLE')
  await documents.stop()
})

test('health is down with 503 when the templates directory is not readable', async () => {
  const documents = await startDocuments()
  await rm(join(documents.folder, 'templates'), { recursive: true })
  const { status, json } = await documents.stranger.get('/health')
  assert.equal(status, 503)
  assert.deepEqual(
    [json.status, json.templatesDir, json.tmpDir],
    ['down', { readable: false }, undefined],
  )
  await chmod(documents.folder, 0o700)
  await documents.stop()
})
