import { relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { run, type EventData } from 'node:test'
import { spec } from 'node:test/reporters'

import { ROOT } from './root.ts'

// Test processes run side by side, each file in them with its own database. One more than a typical machine's two
// processors, because each sometimes waits for PostgreSQL or an office; the server's 100 connections allow no more.
const CONCURRENCY = 3
// Sixteen files have taken five minutes on two processors that had much else to do, and a batch is of twice as many.
const TIMEOUT_MS = 20 * 60_000
// 100,000 generated requests to a service take up to twenty minutes, and so may a batch of files on a cluster.
const LONG_TIMEOUT_MS = 60 * 60_000

export interface TestOutcome {
  readonly failed: number
  /** The names of the tests that did not run. */
  readonly skipped: readonly string[]
  /** In the order of their ends; what failed only since a test in it did is left out. */
  readonly ended: readonly EndedTest[]
}

export interface EndedTest {
  /** From the root of the repository. */
  readonly file: string
  readonly test: string
  readonly isPassed: boolean
}

/** Runs test files, reports them on standard output, and counts. A process gets twenty minutes, or an hour. */
export async function runTests(
  files: readonly string[],
  limit: 'twenty minutes' | 'an hour' = 'twenty minutes',
): Promise<TestOutcome> {
  const outcome = { failed: 0, skipped: [] as string[], ended: [] as EndedTest[] }
  const isLong = limit === 'an hour' || process.env['FUZZ_REQUESTS'] !== undefined
  const timeout = isLong ? LONG_TIMEOUT_MS : TIMEOUT_MS
  const stream = run({ files, concurrency: CONCURRENCY, timeout, cwd: ROOT })
  const end = ({ name, file }: EventData.LocationInfo & { name: string }, isPassed: boolean) => {
    // In a batch a file is a suite of that name.
    const path = name.endsWith('.test.ts') ? name : relative(ROOT, file ?? ROOT)
    outcome.ended.push({ file: path, test: name, isPassed })
  }
  stream.on('test:fail', (failed) => {
    outcome.failed += 1
    if (!isOfItsTests(failed)) end(failed, false)
  })
  stream.on('test:pass', (passed) => {
    const { name, skip, todo, details } = passed
    if (skip !== undefined || todo !== undefined) outcome.skipped.push(name)
    else if (details.type !== 'suite') end(passed, true)
  })
  const report = stream.compose(spec())
  report.pipe(process.stdout, { end: false })
  await finished(report)
  return outcome
}

function isOfItsTests({ details }: EventData.TestFail): boolean {
  return Reflect.get(details.error, 'failureType') === 'subtestsFailed'
}
