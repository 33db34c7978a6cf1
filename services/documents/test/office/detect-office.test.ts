import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'

import { runBounded } from '../../src/office/bounded-run.ts'
import { officeDetector } from '../../src/office/detect-office.ts'
import { officeProgram } from '../../src/office/office-process.ts'
import { groupMembers } from '../../src/office/process-group.ts'

const folder = mkdtempSync(join(tmpdir(), 'oficina-detect-test-'))
after(() => rm(folder, { recursive: true, force: true }))
const MISSING = { path: undefined, version: undefined }

async function program(name: string, script: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

test('detection looks at the system at most once a minute', async () => {
  const clock = { ms: 0 }
  const officePath = join(folder, 'later')
  const find = officeDetector({ officePath, searchPath: '', now: () => clock.ms })
  assert.deepEqual(await find(), MISSING)
  await program('later', 'echo LibreOffice 9.8.7.6')
  clock.ms = 59_999
  assert.deepEqual(await find(), MISSING)
  clock.ms = 60_000
  assert.deepEqual(await find(), { path: officePath, version: '9.8.7.6' })
})

test('those who ask at the same time share one look', async () => {
  const count = join(folder, 'count')
  const officePath = await program('counting', `echo run >> ${count}\necho LibreOffice 1.2`)
  const find = officeDetector({ officePath, searchPath: '', now: () => 0 })
  const found = await Promise.all([find(), find(), find()])
  assert.deepEqual(new Set(found.map(({ version }) => version)), new Set(['1.2']))
  assert.equal(await readFile(count, 'utf8'), 'run\n')
})

test('the first soffice of the PATH that runs is the office; one that fails is none', async () => {
  await Promise.all(['bad', 'good'].map((name) => mkdir(join(folder, name))))
  await program('bad/soffice', 'exit 1')
  const good = await program('good/soffice', 'echo an office without a number')
  const searchPath = ['', join(folder, 'bad'), join(folder, 'good')].join(delimiter)
  const find = officeDetector({ officePath: undefined, searchPath, now: () => 0 })
  assert.deepEqual(await find(), { path: good, version: undefined })
  const bad = officeDetector({ officePath: join(folder, 'bad/soffice'), searchPath, now: () => 0 })
  assert.deepEqual(await bad(), MISSING)
})

test('a path that is configured is the only one that is looked at', async () => {
  const officePath = join(folder, 'nowhere')
  const searchPath = process.env['PATH'] ?? ''
  const find = officeDetector({ officePath, searchPath, now: () => 0 })
  assert.deepEqual(await find(), MISSING)
})

test('the program beside the soffice that a link leads to is what runs', async () => {
  await mkdir(join(folder, 'program'))
  const soffice = await program('program/soffice', 'exit 0')
  assert.equal(await officeProgram(soffice), soffice)
  const binary = await program('program/soffice.bin', 'exit 0')
  assert.equal(await officeProgram(soffice), binary)
  assert.equal(await officeProgram('/nowhere/soffice'), '/nowhere/soffice')
})

test('a program that hangs is killed with its children at the limit, or when its reason is gone', async () => {
  const note = join(folder, 'group')
  const hanging = await program('hanging', `sleep 1000 &\necho $$ > ${note}\nwait`)
  const startedMs = performance.now()
  assert.deepEqual(await runBounded(hanging, [], { timeoutMs: 200 }), { kind: 'timeout' })
  assert.deepEqual(await groupMembers(Number(await readFile(note, 'utf8'))), [])
  const signal = AbortSignal.timeout(100)
  assert.deepEqual(await runBounded(hanging, [], { timeoutMs: 60_000, signal }), {
    kind: 'abandoned',
  })
  assert.deepEqual(await runBounded(hanging, [], { timeoutMs: 60_000, signal }), {
    kind: 'abandoned',
  })
  assert.ok(performance.now() - startedMs < 5_000)
  assert.deepEqual(await runBounded('/nowhere', [], { timeoutMs: 1_000 }), { kind: 'missing' })
})
