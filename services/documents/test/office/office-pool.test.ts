import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'

import { officeProgram } from '../../src/office/office-process.ts'
import { groupMembers } from '../../src/office/process-group.ts'
import { docx, p } from '../docx/docx-fixture.ts'
import {
  eventually,
  findOffice,
  folder,
  hasOffice,
  hasPoppler,
  officeProcess,
  officeProcesses,
  poolWith,
  SMALL,
  standStill,
  textOf,
  withPool,
} from './office-fixture.ts'

const TEN_PAGES = docx(
  Array.from({ length: 10 }, (_, page) => `${p(`page${page + 1}.`)}${pageBreak()}`).join(''),
)

function pageBreak(): string {
  return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
}

test('a conversion gives a file that begins with %PDF-, and the next ones use the same process', (context) =>
  withPool(context, {}, async (pool) => {
    for (let count = 0; count < 3; count += 1) {
      const pdf = await pool.convert(SMALL)
      assert.equal(pdf.ok && pdf.value.toString('latin1', 0, 5), '%PDF-')
    }
    await eventually(() => pool.stats().active === 0)
    assert.deepEqual(pool.stats(), {
      conversions: 3,
      failures: 0,
      restarts: 1,
      queued: 0,
      active: 0,
      instances: 1,
      spares: 0,
    })
  }))

test('PDF/A says so in its metadata, and a range of pages holds these pages and no other', async (context) => {
  if (!(await hasPoppler(context))) return
  await withPool(context, {}, async (pool) => {
    const plain = await pool.convert(SMALL)
    assert.equal(plain.ok && plain.value.includes('pdfaid:part'), false)
    const archived = await pool.convert(SMALL, { archive: '2b' })
    assert.equal(archived.ok && archived.value.includes('<pdfaid:part>2</pdfaid:part>'), true)
    const some = await pool.convert(TEN_PAGES, { pages: [{ first: 3, last: 4 }] })
    assert.ok(some.ok)
    assert.deepEqual((await textOf(some.value)).match(/page\d+/g), ['page3', 'page4'])
  })
})

test('as many conversions run at once as there are processes, and the others wait in their order', (context) =>
  withPool(context, { size: 2 }, async (pool) => {
    await pool.warm()
    const order: number[] = []
    const [first] = await officeProcesses(pool)
    const goOn = standStill(first)
    const all = [SMALL, SMALL, SMALL, SMALL].map(async (bytes, at) => {
      const pdf = await pool.convert(bytes)
      order.push(at)
      return pdf.ok
    })
    assert.partialDeepStrictEqual(pool.stats(), { active: 2, instances: 2, queued: 2 })
    await eventually(() => order.length === 3)
    goOn()
    assert.deepEqual(await Promise.all(all), [true, true, true, true])
    const expected = order.at(-1) === 0 ? [1, 2, 3, 0] : [0, 2, 3, 1]
    assert.deepEqual(order, expected, 'three beside the one that stands still, in their order')
  }))

test('a full queue is busy, and a client that goes away gives up its place', (context) =>
  withPool(context, { queueLimit: 2 }, async (pool) => {
    await pool.warm()
    const goOn = standStill(await officeProcess(pool))
    const running = pool.convert(SMALL)
    const controller = new AbortController()
    const abandoned = pool.convert(SMALL, { signal: controller.signal })
    const waiting = pool.convert(SMALL)
    assert.deepEqual(await pool.convert(SMALL), { ok: false, error: { kind: 'busy', queued: 2 } })
    controller.abort()
    assert.deepEqual(await abandoned, { ok: false, error: { kind: 'abandoned' } })
    assert.deepEqual(await pool.convert(SMALL, { signal: controller.signal }), {
      ok: false,
      error: { kind: 'abandoned' },
    })
    assert.equal(pool.stats().queued, 1)
    goOn()
    assert.deepEqual([(await running).ok, (await waiting).ok], [true, true])
  }))

test('an office starts at once: it neither asks for another start nor tries out its graphics', async (context) => {
  if (!(await hasOffice(context))) return
  const program = await officeProgram((await findOffice()) ?? '')
  const counting = join(folder, 'counting')
  const starts = join(counting, 'starts')
  await mkdir(counting)
  await symlink(join(dirname(program), 'versionrc'), join(counting, 'versionrc'))
  for (const name of ['soffice', 'soffice.bin']) {
    const script = `#!/bin/sh\necho start >> ${starts}\nexec ${program} "$@"\n`
    await writeFile(join(counting, name), script, { mode: 0o755 })
  }
  const findCounting = () => Promise.resolve(join(counting, 'soffice'))
  await withPool(context, { findOffice: findCounting }, async (pool) => {
    assert.equal((await pool.convert(SMALL)).ok, true)
    assert.equal(await readFile(starts, 'utf8'), 'start\n')
    const names = (await readdir(join(folder, 'scratch'), { recursive: true })).map((path) =>
      basename(path),
    )
    assert.ok(names.includes('registrymodifications.xcu'))
    assert.equal(names.includes('GraphicsRenderTests.log'), false)
  })
})

test('close lets the running conversion finish, answers the waiting ones, and refuses new ones', (context) =>
  withPool(context, {}, async (pool) => {
    await pool.warm()
    const goOn = standStill(await officeProcess(pool))
    const running = pool.convert(SMALL)
    const waiting = pool.convert(SMALL)
    const closed = pool.close()
    for (const refused of [await waiting, await pool.convert(SMALL)]) {
      assert.equal(!refused.ok && refused.error.kind, 'unavailable')
    }
    goOn()
    assert.equal((await running).ok, true)
    await closed
    assert.equal(pool.stats().restarts, 1)
  }))

test('close in the middle of a start leaves no process', (context) =>
  withPool(context, { size: 2 }, async (pool) => {
    const warmed = pool.warm()
    while (pool.processIds().length < 2) await new Promise((resolve) => setImmediate(resolve))
    await pool.close()
    await warmed
    assert.deepEqual(pool.stats().instances, 0)
  }))

test('a missing or broken office is unavailable at once, for those that wait as well', async () => {
  for (const path of [undefined, '/bin/false', '/nowhere/soffice']) {
    const pool = poolWith({ findOffice: () => Promise.resolve(path) })
    const pdfs = await Promise.all([1, 2, 3].map(() => pool.convert(SMALL)))
    assert.deepEqual(
      pdfs.map((pdf) => !pdf.ok && pdf.error.kind),
      ['unavailable', 'unavailable', 'unavailable'],
    )
    await pool.close()
    assert.deepEqual(await readdir(join(folder, 'scratch')).catch(() => []), [])
  }
})

test('an office that starts and never answers is given up when the pool closes', async () => {
  const mute = join(folder, 'mute')
  await writeFile(mute, '#!/bin/sh\nsleep 1000 & wait\n', { mode: 0o755 })
  const pool = poolWith({ findOffice: () => Promise.resolve(mute) })
  const conversion = pool.convert(SMALL)
  while (pool.processIds().length === 0) await new Promise((resolve) => setImmediate(resolve))
  const [group = 0] = pool.processIds()
  await pool.close()
  const pdf = await conversion
  assert.equal(!pdf.ok && pdf.error.kind, 'unavailable')
  assert.deepEqual(await groupMembers(group), [])
})
