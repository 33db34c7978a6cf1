import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { compileTemplate, renderTemplate } from '../../services/documents/src/docx/template.ts'
import { OfficePool } from '../../services/documents/src/office/office-pool.ts'
import { groupMembers } from '../../services/documents/src/office/process-group.ts'
import { MUSTACHE } from './engines.ts'
import { invoiceData } from './invoice-data.ts'
import { invoiceTemplate } from './invoice-template.ts'
import { environment, median } from './report.ts'

const COLD_RUNS = 5
const WARM_RUNS = 40
const LONG_RUN = 300
const OFFICE = '/usr/bin/soffice'

const folder = mkdtempSync(join(tmpdir(), 'oficina-bench-pdf-'))
const log = { info: () => undefined, warn: () => undefined }
try {
  const docx = oneDocument()
  const cold = coldMs(docx)
  const one = await warm(docx, 1)
  const two = await warm(docx, 2)
  const python = pythonMs(docx)
  const long = await longRun(docx)
  const result = {
    what: 'One page to PDF: a process per file against warm ones.',
    ...environment(),
    coldMs: cold,
    warmMs: one.p50Ms,
    timesFaster: cold / one.p50Ms,
    pythonUnoMs: python ?? 'python3-uno is not installed',
    againstPython: python === undefined ? undefined : one.p50Ms / python,
    perSecondWith1: one.perSecond,
    perSecondWith2: two.perSecond,
    scaling: two.perSecond / one.perSecond,
    long,
  }
  writeFileSync(
    resolve(import.meta.dirname, '../results/documents-pdf.json'),
    `${JSON.stringify(result, null, 2)}\n`,
  )
  console.log(JSON.stringify(result, null, 2))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function oneDocument(): Buffer {
  const rendered = renderTemplate(compileTemplate(invoiceTemplate(MUSTACHE)), invoiceData(10))
  if (!rendered.ok) throw new Error(JSON.stringify(rendered.error))
  return rendered.value
}

function coldMs(docx: Buffer): number {
  const file = join(folder, 'cold.docx')
  writeFileSync(file, docx)
  const times = Array.from({ length: COLD_RUNS }, () => {
    const startedMs = performance.now()
    execFileSync(
      OFFICE,
      [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        'pdf',
        '--outdir',
        folder,
        file,
      ],
      { stdio: 'ignore' },
    )
    return performance.now() - startedMs
  })
  return median(times)
}

/** The same office driven by Python's bridge, where Debian's python3-uno is installed. */
function pythonMs(docx: Buffer): number | undefined {
  const python = '/usr/bin/python3'
  try {
    execFileSync(python, ['-c', 'import uno'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const source = join(folder, 'python.docx')
  writeFileSync(source, docx)
  const pipe = `bench${process.pid}`
  const profile = `-env:UserInstallation=file://${folder}/python-profile`
  const accept = `--accept=pipe,name=${pipe};urp;StarOffice.ComponentContext`
  const office = spawn(
    OFFICE,
    ['--headless', '--norestore', '--nologo', '--nodefault', profile, accept],
    {
      detached: true,
      stdio: 'ignore',
    },
  )
  try {
    const script = resolve(import.meta.dirname, 'uno-peer.py')
    const args = [script, pipe, source, join(folder, 'python.pdf'), String(WARM_RUNS + 5)]
    const times = JSON.parse(execFileSync(python, args, { encoding: 'utf8' })) as number[]
    return median(times.slice(5))
  } finally {
    if (office.pid !== undefined) process.kill(-office.pid, 'SIGKILL')
  }
}

function poolOf(size: number): OfficePool {
  return new OfficePool({
    findOffice: () => Promise.resolve(OFFICE),
    tmpDir: folder,
    size,
    timeoutMs: 60_000,
    queueLimit: 1_000,
    recycleAfter: 200,
    log,
  })
}

async function warm(docx: Buffer, size: number): Promise<{ p50Ms: number; perSecond: number }> {
  const pool = poolOf(size)
  await pool.warm()
  await Promise.all(Array.from({ length: size * 5 }, () => convert(pool, docx)))
  const times: number[] = []
  const startedMs = performance.now()
  const lane = async () => {
    for (let count = 0; count < WARM_RUNS; count += 1) times.push(await convert(pool, docx))
  }
  await Promise.all(Array.from({ length: size }, lane))
  const perSecond = (WARM_RUNS * size * 1_000) / (performance.now() - startedMs)
  await pool.close()
  return { p50Ms: median(times), perSecond }
}

async function convert(pool: OfficePool, docx: Buffer): Promise<number> {
  const startedMs = performance.now()
  const pdf = await pool.convert(docx)
  if (!pdf.ok) throw new Error(JSON.stringify(pdf.error))
  return performance.now() - startedMs
}

async function longRun(docx: Buffer): Promise<object> {
  const pool = poolOf(1)
  await pool.warm()
  const residentMb: number[] = []
  for (let count = 1; count <= LONG_RUN; count += 1) {
    await convert(pool, docx)
    const [group] = pool.processIds()
    if (count % 50 === 0 && group !== undefined) {
      const members = await groupMembers(group)
      residentMb.push(
        Math.round(members.reduce((sum, { residentBytes }) => sum + residentBytes, 0) / 1e6),
      )
    }
  }
  const { restarts, failures } = pool.stats()
  await pool.close()
  return {
    conversions: LONG_RUN,
    failures,
    officesStarted: restarts,
    residentMbEvery50: residentMb,
  }
}
