import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

import { ENGINES } from './engines.ts'

// Renders one invoice with every engine at every size, each in a process of its own, and writes the result as JSON.
// Usage: node bench-docx.ts [seconds per cell]

const ROWS = [10, 100, 1_000, 10_000] as const
const RESULT = new URL('../results/documents-docx.json', import.meta.url)
const CELL = new URL('cell.ts', import.meta.url)
const CELL_TIMEOUT_MS = 180_000

type Measured = {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly runs: number
  readonly peakRssMb: number
  readonly documentBytes: number
  readonly text: string
}

type Cell = { readonly engine: string; readonly rows: number } & (
  | Omit<Measured, 'text'>
  | { readonly failure: string }
)

const seconds = process.argv[2] ?? '4'
const cells: Cell[] = []

for (const rows of ROWS) {
  // The text of our own document, whose content the tests of the engine vouch for, is what the others must have.
  let expected: string | undefined
  for (const engine of Object.keys(ENGINES)) {
    const cell = measure(engine, rows)
    if ('failure' in cell) {
      cells.push({ engine, rows, failure: cell.failure })
    } else {
      expected ??= cell.text
      const { text, ...measured } = cell
      cells.push(
        text === expected
          ? { engine, rows, ...measured }
          : { engine, rows, failure: 'its document has another text' },
      )
    }
    report(cells.at(-1))
  }
}

writeResult()
printTable()

function measure(engine: string, rows: number): Measured | { readonly failure: string } {
  const child = spawnSync(process.execPath, [CELL.pathname, engine, String(rows), seconds], {
    encoding: 'utf8',
    timeout: CELL_TIMEOUT_MS,
    maxBuffer: 1e7,
  })
  if (child.error !== undefined) return { failure: `took more than ${CELL_TIMEOUT_MS / 1000} s` }
  if (child.status !== 0)
    return { failure: /Error: (.*)/.exec(child.stderr)?.[1]?.slice(0, 200) ?? 'failed' }
  // Engines may print; the measurement is the last line.
  return JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '') as Measured
}

function report(cell: Cell | undefined): void {
  if (cell === undefined) return
  const result =
    'failure' in cell
      ? cell.failure
      : `${cell.p50Ms.toFixed(3)} ms, peak ${cell.peakRssMb.toFixed(0)} MB`
  console.error(`${cell.engine}, ${cell.rows} rows: ${result}`)
}

function writeResult(): void {
  const versions = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
    dependencies: unknown
  }
  const result = {
    what: 'One invoice of 17 entries: renders in process, one at a time, template in memory.',
    machine: {
      cpu: cpus()[0]?.model,
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 1e9),
      node: process.version,
    },
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    // Read from git, so that the same commit gives the same file but for the measurements.
    date: execFileSync('git', ['log', '-1', '--format=%cs'], { encoding: 'utf8' }).trim(),
    secondsPerCell: Number(seconds),
    peers: versions.dependencies,
    cells,
  }
  mkdirSync(new URL('.', RESULT), { recursive: true })
  writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`)
}

function printTable(): void {
  console.log(
    `| renders a second (peak memory) | ${ROWS.map((rows) => `${rows.toLocaleString('en-US')} rows`).join(' | ')} |`,
  )
  console.log(`|---|${'---|'.repeat(ROWS.length)}`)
  for (const engine of Object.keys(ENGINES)) {
    const columns = ROWS.map((rows) => {
      const cell = cells.find((candidate) => candidate.engine === engine && candidate.rows === rows)
      if (cell === undefined || 'failure' in cell) return `– (${cell?.failure ?? 'not run'})`
      const perSecond = 1_000 / cell.p50Ms
      return `${perSecond.toLocaleString('en-US', { maximumSignificantDigits: 3 })} (${cell.peakRssMb.toFixed(0)} MB)`
    })
    console.log(`| ${engine} | ${columns.join(' | ')} |`)
  }
}
