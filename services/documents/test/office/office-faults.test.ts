import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

import { removeLeftovers } from '../../src/office/office-leftovers.ts'
import { groupMembers, groupSocketPaths } from '../../src/office/process-group.ts'
import { createScratchFolder } from '../../src/office/scratch-folder.ts'
import {
  atRest,
  eventually,
  existing,
  findOffice,
  folder,
  hasOffice,
  jobFolders,
  killConverting,
  officeProcess,
  officeProcesses,
  SLOW,
  SMALL,
  withPool,
} from './office-fixture.ts'

// Deep: it kills offices and lets them hang.

test('a process that is killed in the middle is replaced, and its conversion tried again', (context) =>
  withPool(context, {}, async (pool) => {
    await pool.warm()
    // It stands still, so that it is always in the middle.
    process.kill(await officeProcess(pool), 'SIGSTOP')
    const conversion = pool.convert(SMALL)
    await killConverting(pool)
    assert.equal((await conversion).ok, true)
    assert.equal(pool.stats().restarts, 2)
    assert.equal((await pool.convert(SMALL)).ok, true)
  }))

test('a conversion whose process dies twice fails, and the next one succeeds', (context) =>
  withPool(context, {}, async (pool) => {
    await pool.warm()
    const conversion = pool.convert(SLOW)
    for (let deaths = 1; deaths <= 2; deaths += 1) {
      await killConverting(pool)
      await eventually(async () => (await jobFolders()) === 0)
    }
    const pdf = await conversion
    assert.equal(!pdf.ok && pdf.error.kind, 'failed')
    assert.equal((await pool.convert(SMALL)).ok, true)
    assert.partialDeepStrictEqual(pool.stats(), { conversions: 1, failures: 1, restarts: 3 })
  }))

test('a process that hangs is killed with its whole group at the time limit, and the queue goes on', (context) =>
  withPool(context, { timeoutMs: 1_500 }, async (pool) => {
    await pool.warm()
    const [group = 0] = pool.processIds()
    process.kill(await officeProcess(pool), 'SIGSTOP')
    const [hanging, next] = await Promise.all([pool.convert(SMALL), pool.convert(SMALL)])
    assert.deepEqual(hanging, { ok: false, error: { kind: 'timeout', timeoutMs: 1_500 } })
    assert.equal(next.ok, true)
    await atRest(pool)
    assert.deepEqual(await groupMembers(group), [])
  }))

test('a conversion that takes too long is ended, and a fresh process waits for the next one', (context) =>
  withPool(context, { timeoutMs: 100 }, async (pool) => {
    await pool.warm()
    const [group = 0] = pool.processIds()
    assert.deepEqual(await pool.convert(SLOW), {
      ok: false,
      error: { kind: 'timeout', timeoutMs: 100 },
    })
    await eventually(() => pool.stats().restarts === 2)
    await atRest(pool)
    assert.deepEqual(await groupMembers(group), [])
    assert.equal((await officeProcesses(pool)).length, 1)
  }))

test('a process that dies while nothing runs is replaced without anybody noticing', (context) =>
  withPool(context, {}, async (pool) => {
    await pool.warm()
    process.kill(await officeProcess(pool), 'SIGKILL')
    assert.equal((await pool.convert(SMALL)).ok, true)
    assert.equal(pool.stats().failures, 0)
  }))

test('a scratch directory that was swept away costs no conversion', (context) =>
  withPool(context, {}, async (pool) => {
    await pool.warm()
    await rm(join(folder, 'scratch'), { recursive: true, force: true })
    assert.equal((await pool.convert(SMALL)).ok, true)
    assert.equal(pool.stats().restarts, 2)
  }))

test('the office knows nothing of the environment of the service', (context) => {
  process.env['API_KEY'] = 'very secret'
  return withPool(context, {}, async (pool) => {
    await pool.warm()
    const environ = await readFile(`/proc/${await officeProcess(pool)}/environ`, 'utf8')
    assert.equal(environ.includes('very secret'), false)
    const home = /HOME=([^\0]*)/.exec(environ)?.[1]
    assert.equal(home?.startsWith(join(folder, 'scratch', 'office-')), true)
  })
})

/** A service of its own with a warm pool, that does `then` when it has said which group its office is. */
async function otherService(tmpDir: string, then: string): Promise<{ pid: number; group: number }> {
  const module = pathToFileURL(join(import.meta.dirname, '../../src/office/office-pool.ts')).href
  const script = `import { OfficePool } from ${JSON.stringify(module)}
    const log = { info() {}, warn() {} }
    const pool = new OfficePool({ findOffice: async () => ${JSON.stringify(await findOffice())},
      tmpDir: ${JSON.stringify(tmpDir)}, size: 1, timeoutMs: 9e3, queueLimit: 9, recycleAfter: 9, hasSpare: false, log })
    await pool.warm()
    process.stdout.write(String(pool.processIds()[0]) + '\\n', () => { ${then} })
    setInterval(() => {}, 1e6)`
  const service = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(service.stdout, 'data')
  await once(service, 'exit')
  return { pid: service.pid ?? 0, group: Number(String(said)) }
}

test('what a killed service leaves behind is ended and removed by the next one', async (context) => {
  if (!(await hasOffice(context))) return
  const tmpDir = join(folder, 'killed')
  const { group } = await otherService(tmpDir, 'process.kill(process.pid, "SIGKILL")')
  assert.notDeepEqual(await groupMembers(group), [], 'a kill -9 leaves the office running')
  const pipes = await groupSocketPaths(group)
  assert.ok(pipes.length > 0)
  await withPool(context, { tmpDir }, async (pool) => {
    await pool.warm()
    assert.deepEqual(await groupMembers(group), [])
    assert.deepEqual(await existing(pipes), [])
    assert.equal((await readdir(tmpDir)).length, 1)
  })
})

test('a service that ends in a hurry takes its office with it', async (context) => {
  if (!(await hasOffice(context))) return
  const tmpDir = join(folder, 'hurried')
  const { group } = await otherService(tmpDir, 'process.exit(1)')
  await eventually(async () => (await groupMembers(group)).length === 0)
})

test('cleaning up leaves alone what a living service, or one on another host, works with', (context) =>
  withPool(context, {}, async (pool) => {
    await pool.warm()
    const tmpDir = join(folder, 'scratch')
    const elsewhere = await createScratchFolder(tmpDir, 'office')
    const owner = join(elsewhere, 'owner.json')
    await writeFile(owner, (await readFile(owner, 'utf8')).replace(/"host":"[^"]*"/, '"host":"x"'))
    assert.equal(await removeLeftovers(tmpDir), 0)
    assert.equal((await pool.convert(SMALL)).ok, true)
    assert.equal(pool.stats().restarts, 1)
    await rm(elsewhere, { recursive: true })
  }))

test('cleaning up never touches a directory of another name, or a process that is not the office of its directory', async () => {
  const tmpDir = join(folder, 'foreign')
  const bystander = spawn('sleep', ['100'], { detached: true, stdio: 'ignore' })
  const stale = await createScratchFolder(tmpDir, 'office')
  await writeFile(
    join(stale, 'owner.json'),
    JSON.stringify({
      ...JSON.parse(await readFile(join(stale, 'owner.json'), 'utf8')),
      serviceStarted: '1',
      officeGroup: bystander.pid,
      sockets: [join(tmpDir, 'precious')],
    }),
  )
  await mkdir(join(tmpDir, 'office-notes'))
  await writeFile(join(tmpDir, 'precious'), 'x')
  assert.equal(await removeLeftovers(tmpDir), 1)
  assert.deepEqual((await readdir(tmpDir)).toSorted(), ['office-notes', 'precious'])
  assert.equal(bystander.kill('SIGKILL'), true)
  assert.deepEqual(await once(bystander, 'exit'), [null, 'SIGKILL'])
})
