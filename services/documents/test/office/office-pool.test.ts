import assert from 'node:assert/strict'
import { accessSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'

import { officeDetector } from '../../src/office/detect-office.ts'
import { OfficePool, type OfficePoolOptions } from '../../src/office/office-pool.ts'
import { renderPageAsPng } from '../../src/office/page-images.ts'
import { groupMembers } from '../../src/office/process-group.ts'
import { docx, p, table, zipOf } from '../docx/docx-fixture.ts'

const log = { info: () => undefined, warn: () => undefined }
const detect = officeDetector({
  officePath: undefined,
  searchPath: process.env['PATH'] ?? '',
  now: () => 0,
})
const SMALL = docx(p('Hola'))
// LibreOffice needs seconds for it: tables of thousands of rows cost it the square of their length.
const SLOW = docx(table(...Array.from({ length: 1_500 }, (_, row) => [`${row}`, 'x', 'y', 'z'])))

let folder = ''
let isInstalled = false

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-office-test-'))
  isInstalled = (await detect()).path !== undefined
})

after(() => rm(folder, { recursive: true, force: true }))

/** Runs a test with a pool of its own; without LibreOffice it is reported as skipped, and fails where nothing may be. */
async function withPool(
  context: TestContext,
  options: Partial<OfficePoolOptions>,
  work: (pool: OfficePool) => Promise<void>,
): Promise<void> {
  if (!isInstalled) {
    assert.notEqual(process.env['CI'], 'true', 'LibreOffice is missing')
    context.skip('LibreOffice is not installed')
    return
  }
  const pool = new OfficePool({
    findOffice: async () => (await detect()).path,
    tmpDir: folder,
    size: 1,
    timeoutMs: 60_000,
    queueLimit: 50,
    recycleAfter: 200,
    log,
    ...options,
  })
  try {
    await work(pool)
  } finally {
    const groups = pool.processIds()
    await pool.close()
    await delay(50)
    for (const group of groups)
      assert.deepEqual(await groupMembers(group), [], 'no process is left')
    const left = (await readdir(folder)).filter((name) => name.startsWith('office-'))
    assert.deepEqual(left, [], 'no file is left')
  }
}

async function officeProcess(pool: OfficePool): Promise<number> {
  const [group = 0] = pool.processIds()
  for (const { pid } of await groupMembers(group)) {
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('soffice.bin')) return pid
  }
  throw new Error('no office process')
}

test('a conversion gives a file that begins with %PDF-, and the next ones use the same process', (context) =>
  withPool(context, {}, async (pool) => {
    for (let count = 0; count < 3; count += 1) {
      const pdf = await pool.convert(SMALL)
      assert.equal(pdf.ok && pdf.value.toString('latin1', 0, 5), '%PDF-')
    }
    assert.partialDeepStrictEqual(pool.stats(), { conversions: 3, failures: 0, restarts: 1 })
    const drawn = await renderPageAsPng(
      await pool.convert(SMALL).then((pdf) => (pdf.ok ? pdf.value : Buffer.alloc(0))),
      { page: 1, dpi: 50, tmpDir: folder, timeoutMs: 10_000 },
    )
    assert.equal(drawn.ok && drawn.value?.toString('latin1', 1, 4), 'PNG')
  }))

test('a process that is killed in the middle is replaced, and its conversion tried again', (context) =>
  withPool(context, {}, async (pool) => {
    await pool.warm()
    const conversion = pool.convert(SLOW)
    await delay(300)
    process.kill(await officeProcess(pool), 'SIGKILL')
    const pdf = await conversion
    assert.equal(pdf.ok, true)
    assert.equal(pool.stats().restarts, 2)
    assert.equal((await pool.convert(SMALL)).ok, true)
  }))

test('a process that hangs is killed with its whole group at the time limit, and the queue goes on', (context) =>
  withPool(context, { timeoutMs: 1_500 }, async (pool) => {
    await pool.warm()
    process.kill(await officeProcess(pool), 'SIGSTOP')
    const startedMs = performance.now()
    const [hanging, next] = await Promise.all([pool.convert(SMALL), pool.convert(SMALL)])
    assert.deepEqual(hanging, { ok: false, error: { kind: 'timeout', timeoutMs: 1_500 } })
    assert.equal(next.ok, true)
    assert.ok(performance.now() - startedMs < 8_000)
  }))

const DAMAGED: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['an empty file', Buffer.alloc(0)],
  ['plain text', Buffer.from('hola')],
  ['a password container', Buffer.from('d0cf11e0a1b11ae1'.padEnd(2048, '0'), 'hex')],
  ['a truncated zip', SMALL.subarray(0, 200)],
  ['a zip without a document', zipOf({ 'x.txt': 'x' })],
  [
    'a document with an external entity',
    zipOf({
      '[Content_Types].xml':
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Types>&x;</Types>',
      'word/document.xml': '<a/>',
    }),
  ],
]

test('a damaged, foreign or locked file is a failure at once, and the pool goes on', (context) =>
  withPool(context, {}, async (pool) => {
    await pool.warm()
    for (const [name, bytes] of DAMAGED) {
      const startedMs = performance.now()
      const pdf = await pool.convert(bytes)
      assert.equal(!pdf.ok && pdf.error.kind, 'failed', name)
      assert.ok(performance.now() - startedMs < 5_000, name)
    }
    assert.equal((await pool.convert(SMALL)).ok, true)
    assert.equal(pool.stats().restarts, 1)
  }))

test('a document that links to a picture on the network or on the disk brings neither into the PDF', async (context) => {
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const picture = (id: string) =>
    `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
  const relationship = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}" TargetMode="External"/>`
  const file = docx(picture('rId7') + picture('rId8') + p('fin'), {
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship('rId7', `http://127.0.0.1:${port}/x.png`)}${relationship('rId8', 'file:///usr/share/pixmaps/debian-logo.png')}</Relationships>`,
  })
  await withPool(context, {}, async (pool) => {
    const pdf = await pool.convert(file)
    assert.ok(pdf.ok)
    assert.equal(pdf.value.includes('/Subtype/Image'), false)
  })
  server.close()
  assert.deepEqual(hits, [])
})

test('an office is replaced after so many conversions', (context) =>
  withPool(context, { recycleAfter: 2 }, async (pool) => {
    for (let count = 0; count < 4; count += 1) assert.equal((await pool.convert(SMALL)).ok, true)
    await delay(1_500)
    assert.ok(pool.stats().restarts >= 2)
  }))

test('a full queue is busy, a client that goes away gives up its place, and close answers the waiting', (context) =>
  withPool(context, { queueLimit: 2 }, async (pool) => {
    await pool.warm()
    const running = pool.convert(SLOW)
    const controller = new AbortController()
    const abandoned = pool.convert(SMALL, { signal: controller.signal })
    const waiting = pool.convert(SMALL)
    assert.deepEqual(await pool.convert(SMALL), { ok: false, error: { kind: 'busy', queued: 2 } })
    controller.abort()
    assert.deepEqual(await abandoned, { ok: false, error: { kind: 'abandoned' } })
    const closed = pool.close()
    const last = await waiting
    assert.equal(!last.ok && last.error.kind, 'unavailable')
    await closed
    assert.equal((await running).ok, true)
  }))

test('a missing or broken office is unavailable', async () => {
  for (const path of [undefined, '/bin/false']) {
    const pool = new OfficePool({
      findOffice: () => Promise.resolve(path),
      tmpDir: folder,
      size: 1,
      timeoutMs: 1_000,
      queueLimit: 5,
      recycleAfter: 5,
      log,
    })
    const pdf = await pool.convert(SMALL)
    assert.equal(!pdf.ok && pdf.error.kind, 'unavailable')
    await pool.close()
  }
})

test('detection looks at the path at most once a minute', async () => {
  const clock = { ms: 0 }
  const find = officeDetector({
    officePath: join(folder, 'later'),
    searchPath: '',
    now: () => clock.ms,
  })
  assert.deepEqual(await find(), { path: undefined, version: undefined })
  const { writeFile } = await import('node:fs/promises')
  await writeFile(join(folder, 'later'), '#!/bin/sh\necho LibreOffice 9.8.7.6\n', { mode: 0o755 })
  accessSync(join(folder, 'later'))
  clock.ms = 59_999
  assert.equal((await find()).path, undefined)
  clock.ms = 60_000
  assert.deepEqual(await find(), { path: join(folder, 'later'), version: '9.8.7.6' })
})
