import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, type TestContext } from 'node:test'

import { docx, p } from '../docx/docx-fixture.ts'
import { startDocuments, type DocumentsTest } from '../http-fixture.ts'
import { eventually } from './office-fixture.ts'

/** A service with an office, and what its tests ask of the processes. */
export interface OfficeService {
  readonly documents: () => DocumentsTest
  /** Renders a template as PDF; `hola` is there. */
  readonly pdf: (slug: string, data?: object, more?: object) => ReturnType<DocumentsTest['render']>
  /** Without LibreOffice a test is skipped, and fails where nothing may be missing. */
  readonly withOffice: (work: () => Promise<void>) => (context: TestContext) => Promise<void>
  /** The office processes of this service, and of no other: they run on its directory. */
  readonly officePids: () => Promise<readonly number[]>
  readonly signalOffice: (signal: 'SIGKILL' | 'SIGSTOP') => Promise<void>
  /** What conversions wrote besides the directories of the processes themselves. */
  readonly leftovers: () => Promise<readonly string[]>
}

/**
 * Such a service for all tests of a file; at its end none of its processes may be left.
 * @param officeTimeoutMs beside much else a conversion takes seconds
 */
export function officeService(officeTimeoutMs: number): OfficeService {
  const started: { documents?: DocumentsTest; isInstalled?: boolean } = {}
  before(async () => {
    started.documents = await startDocuments({
      config: { searchPath: process.env['PATH'] ?? '', officeTimeoutMs },
    })
    const health = await started.documents.stranger.get('/health')
    started.isInstalled = health.json.office.available === true
    await started.documents.upload('hola', docx(p('Hola {nombre}')))
  })
  const documents = (): DocumentsTest => {
    assert.ok(started.documents !== undefined, 'it has started')
    return started.documents
  }
  const officePids = () => officesOn(documents().folder)
  after(async () => {
    const pids = await officePids()
    await documents().stop()
    for (const pid of pids) await eventually(async () => !(await isRunning(pid)))
    assert.deepEqual(await officePids(), [])
  })
  return {
    documents,
    pdf: (slug, data = {}, more = {}) => documents().render(slug, data, { format: 'pdf', ...more }),
    withOffice: (work) => async (context) => {
      if (started.isInstalled === true) return await work()
      assert.notEqual(process.env['CI'], 'true', 'LibreOffice is missing')
      return context.skip('LibreOffice is not installed')
    },
    officePids,
    signalOffice: async (signal) => {
      const pids = await officePids()
      assert.ok(pids.length > 0, 'an office runs')
      for (const pid of pids) process.kill(pid, signal)
    },
    leftovers: async () => {
      const names = await readdir(join(documents().folder, 'tmp'), { recursive: true })
      return names.filter((name) => /\.(?:docx|pdf|png)$/.test(name))
    },
  }
}

export function assertPdf({
  status,
  text,
  bytes,
}: {
  readonly status: number
  readonly text: string
  readonly bytes: Buffer
}): void {
  assert.equal(status, 200, text.slice(0, 300))
  assert.equal(bytes.toString('latin1', 0, 5), '%PDF-')
}

/** The office processes that run on a service's directory. */
async function officesOn(folder: string): Promise<readonly number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const pids = await Promise.all(
    names.map(async (name) => {
      const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
      return line.includes('soffice') && line.includes(folder) ? [Number(name)] : []
    }),
  )
  return pids.flat()
}

export async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ' Z ')
  return !/\) [ZX] /.test(stat) && stat !== ' Z '
}
