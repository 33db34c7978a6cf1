import assert from 'node:assert/strict'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { diskWatch, isDiskFull } from '../src/disk-space.ts'

test('a disk with less free space than asked for is low, one with more is not', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-disk-'))
  t.after(() => rm(folder, { recursive: true }))
  const { bavail, bsize, blocks } = await statfs(folder)
  const at = (minFreeBytes: number) => diskWatch(folder, { minFreeBytes, now: () => 0 })()
  const roomy = await at(0)
  assert.equal(roomy.isLow, false)
  // Others write to the same disk meanwhile.
  const difference = Math.abs((roomy.freeBytes ?? 0) - bavail * bsize)
  assert.ok(difference < (blocks * bsize) / 10, `${difference}`)
  assert.equal((await at((blocks + 1) * bsize)).isLow, true)
})

test('the disk is looked at once in five seconds, however often it is asked', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-disk-'))
  t.after(() => rm(folder, { recursive: true }))
  const clock = { ms: 1_000_000 }
  const space = diskWatch(folder, { minFreeBytes: 0, now: () => clock.ms })
  const first = space()
  assert.equal(space(), first)
  clock.ms += 4_999
  assert.equal(space(), first)
  clock.ms += 1
  assert.notEqual(space(), first)
})

test('a folder that is gone says nothing about the disk and is no alarm', async () => {
  const space = diskWatch('/nowhere/at/all', { minFreeBytes: 1, now: () => 0 })
  assert.deepEqual(await space(), { freeBytes: null, isLow: false })
})

test('a full disk is known by its error, a missing file is something else', async () => {
  // Every write to this device fails as on a full disk.
  const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error)
  assert.equal(isDiskFull(full), true)
  const missing = await statfs('/nowhere/at/all').catch((error: unknown) => error)
  assert.equal(isDiskFull(missing), false)
  assert.equal(isDiskFull(Object.assign(new Error('disk full'), { code: '53100' })), true)
})
