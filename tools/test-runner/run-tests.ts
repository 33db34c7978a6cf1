import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

import { ROOT } from './root.ts'

// Test processes run side by side, each file in them with its own database. One more than a typical machine's two
// processors, because each sometimes waits for PostgreSQL or an office; the server's 100 connections allow no more.
const CONCURRENCY = 3
const TIMEOUT_MS = 600_000
// 100,000 generated requests to a service take up to twenty minutes.
const FUZZ_TIMEOUT_MS = 60 * 60_000

export interface TestOutcome {
  readonly failed: number
  /** The names of the tests that did not run. */
  readonly skipped: readonly string[]
}

/** Runs test files, reports them on standard output, and counts. */
export async function runTests(files: readonly string[]): Promise<TestOutcome> {
  const outcome = { failed: 0, skipped: [] as string[] }
  const isLong = process.env['FUZZ_REQUESTS'] !== undefined
  const timeout = isLong ? FUZZ_TIMEOUT_MS : TIMEOUT_MS
  const stream = run({ files, concurrency: CONCURRENCY, timeout, cwd: ROOT })
  stream.on('test:fail', () => {
    outcome.failed += 1
  })
  stream.on('test:pass', ({ name, skip, todo }) => {
    if (skip !== undefined || todo !== undefined) outcome.skipped.push(name)
  })
  const report = stream.compose(spec())
  report.pipe(process.stdout, { end: false })
  await finished(report)
  return outcome
}
