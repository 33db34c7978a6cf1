import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { access, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

import { runBounded } from '../../src/office/bounded-run.ts'
import { officeDetector } from '../../src/office/detect-office.ts'
import { OfficePool, type OfficePoolOptions } from '../../src/office/office-pool.ts'
import { groupMembers, groupSocketPaths } from '../../src/office/process-group.ts'
import { docx, p, table } from '../docx/docx-fixture.ts'

/** The scratch space of the test files of one process. */
export const folder = mkdtempSync(join(tmpdir(), 'oficina-office-test-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const log = { info: () => undefined, warn: () => undefined }

export const SMALL = docx(p('Hola'))

/** LibreOffice needs half a second for it: tables of thousands of rows cost it the square of their length. */
export const SLOW = docx(
  table(...Array.from({ length: 700 }, (_, row) => [`${row}`, 'x', 'y', 'z'])),
)

const detect = officeDetector({
  officePath: undefined,
  searchPath: process.env['PATH'] ?? '',
  now: () => 0,
})

export async function findOffice(): Promise<string | undefined> {
  return (await detect()).path
}

/** True when the test can run; else it is reported as skipped, and fails where nothing may be. */
export async function hasOffice(context: TestContext): Promise<boolean> {
  if ((await findOffice()) !== undefined) return true
  assert.notEqual(process.env['CI'], 'true', 'LibreOffice is missing')
  context.skip('LibreOffice is not installed')
  return false
}

/** The same for poppler, which tells what stands in a PDF. */
export async function hasPoppler(context: TestContext): Promise<boolean> {
  const run = await runBounded('pdftotext', ['-v'], { timeoutMs: 10_000 })
  if (run.kind !== 'missing') return true
  assert.notEqual(process.env['CI'], 'true', 'poppler is missing')
  context.skip('poppler-utils is not installed')
  return false
}

/** The words of a PDF. */
export async function textOf(pdf: Buffer): Promise<string> {
  const file = join(folder, 'text.pdf')
  await writeFile(file, pdf)
  const run = await runBounded('pdftotext', [file, '-'], { timeoutMs: 10_000 })
  if (run.kind !== 'ended' || run.code !== 0) throw new Error(`pdftotext: ${JSON.stringify(run)}`)
  return run.stdout
}

export function poolWith(options: Partial<OfficePoolOptions> = {}): OfficePool {
  return new OfficePool({
    findOffice,
    tmpDir: join(folder, 'scratch'),
    size: 1,
    timeoutMs: 60_000,
    queueLimit: 50,
    recycleAfter: 200,
    hasSpare: false,
    log,
    ...options,
  })
}

/** Runs a test with a pool of its own, and checks that nothing of it is left afterwards. */
export async function withPool(
  context: TestContext,
  options: Partial<OfficePoolOptions>,
  work: (pool: OfficePool) => Promise<void>,
): Promise<void> {
  if (!(await hasOffice(context))) return
  const tmpDir = join(folder, 'scratch')
  const pool = poolWith({ tmpDir, ...options })
  try {
    await work(pool)
  } finally {
    const groups = pool.processIds()
    const sockets = (await Promise.all(groups.map(groupSocketPaths))).flat()
    await pool.close()
    assert.deepEqual(pool.processIds(), [], 'no process is known')
    for (const group of groups) {
      assert.deepEqual(await groupMembers(group), [], 'no process is left')
    }
    assert.deepEqual(await readdir(tmpDir).catch(() => []), [], 'no file is left')
    assert.deepEqual(await existing(sockets), [], 'no pipe is left')
  }
}

/** The process of the only office of a pool. */
export async function officeProcess(pool: OfficePool): Promise<number> {
  const pid = (await officeProcesses(pool))[0]
  if (pid === undefined) throw new Error('no office process')
  return pid
}

export async function officeProcesses(pool: OfficePool): Promise<readonly number[]> {
  const members = (await Promise.all(pool.processIds().map(groupMembers))).flat()
  const commands = await Promise.all(
    members.map(({ pid }) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return members.filter((_, at) => commands[at]?.includes('soffice.bin')).map(({ pid }) => pid)
}

/** Stops an office, so that its conversion is under way until the answer is called. */
export function standStill(processId = 0): () => void {
  assert.ok(processId > 0, 'an office runs')
  process.kill(processId, 'SIGSTOP')
  return () => process.kill(processId, 'SIGCONT')
}

/** Resolves when nothing is converted or started, and what was replaced is gone. */
export async function atRest(pool: OfficePool): Promise<void> {
  await eventually(() => {
    const { active, instances, spares } = pool.stats()
    return active === 0 && pool.processIds().length === instances + spares
  })
}

/** Those of the paths that exist. */
export async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  )
  return paths.filter((_, at) => found[at])
}

/** Resolves when it is so; fails after a minute. */
export async function eventually(claim: () => Promise<boolean> | boolean): Promise<void> {
  const deadlineMs = performance.now() + 60_000
  while (!(await claim())) {
    assert.ok(performance.now() < deadlineMs, `never: ${claim.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Waits until an office has a document to convert, and ends it then. */
export async function killConverting(pool: OfficePool): Promise<void> {
  await eventually(async () => (await jobFolders()) > 0)
  process.kill(await officeProcess(pool), 'SIGKILL')
}

/** Conversions under way, as their files tell. */
export async function jobFolders(): Promise<number> {
  const names = await readdir(join(folder, 'scratch'), { recursive: true }).catch(() => [])
  return names.filter((name) => /job-\d+$/.test(name)).length
}
