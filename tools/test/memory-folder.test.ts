import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { memoryFolder } from '../test-runner/memory-folder.ts'

async function memory(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-memory-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a run gets a folder of its own in memory, and those of killed runs are removed', async (context) => {
  const folder = await memory(context)
  const dead = spawnSync(process.execPath, ['--version']).pid
  const kept = [`oficina-test-run-${process.pid}-abc`, 'of-another-program']
  for (const name of [`oficina-test-run-${dead}-abc`, ...kept]) await mkdir(join(folder, name))
  const own = await memoryFolder(folder, 0)
  assert.ok(own !== undefined)
  const names = await readdir(folder)
  assert.deepEqual(names.toSorted(), [basename(own), ...kept].toSorted())
})

test('a machine without such a file system, or with too little of it, uses the disk', async (context) => {
  const folder = await memory(context)
  assert.equal(await memoryFolder(join(folder, 'absent')), undefined)
  assert.equal(await memoryFolder(folder, Number.MAX_SAFE_INTEGER), undefined)
})
