import { relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { run, type EventData } from 'node:test'
import { spec } from 'node:test/reporters'

import { ROOT } from './root.ts'

/**
 * Test processes run side by side, each file in them with its own database. Two more than a typical machine's two
 * processors, because each sometimes waits for PostgreSQL or an office.
 */
const LANES = 4
/** Of the deep tier, whose files wait for more than half of their time: for what they killed, held up or took away. */
export const DEEP_LANES = 5
// What a test makes is mostly garbage at once: with four times the room for it, a process spends a sixth less of the
// processors' time, and 128 MB more of memory.
const ROOMY = ['--max-semi-space-size=64']
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
  readonly times: readonly FileTime[]
}

/** How long a file took with its set-up and its end, beside others. */
export interface FileTime {
  /** From the root of the repository. */
  readonly file: string
  readonly ms: number
}

export interface EndedTest {
  /** From the root of the repository. */
  readonly file: string
  readonly test: string
  readonly isPassed: boolean
}

interface RunOptions {
  /** What a process gets. */
  readonly limit?: 'twenty minutes' | 'an hour'
  /** How many run side by side. */
  readonly lanes?: number
}

/** Runs test files, reports them on standard output, and counts. */
export async function runTests(
  files: readonly string[],
  { limit = 'twenty minutes', lanes = LANES }: RunOptions = {},
): Promise<TestOutcome> {
  const outcome = { failed: 0, skipped: [] as string[], ended: [] as EndedTest[] }
  const times = new Map<string, number>()
  const isLong = limit === 'an hour' || process.env['FUZZ_REQUESTS'] !== undefined
  const timeout = isLong ? LONG_TIMEOUT_MS : TIMEOUT_MS
  const stream = run({ files, concurrency: lanes, timeout, cwd: ROOT, execArgv: ROOMY })
  const end = (event: EventData.TestPass | EventData.TestFail, isPassed: boolean) =>
    outcome.ended.push({ file: pathOf(event), test: event.name, isPassed })
  const time = (event: EventData.TestPass | EventData.TestFail) => {
    // What is deeper is part of it.
    if (event.nesting > 0) return
    const file = pathOf(event)
    times.set(file, (times.get(file) ?? 0) + event.details.duration_ms)
  }
  stream.on('test:fail', (failed) => {
    outcome.failed += 1
    time(failed)
    if (!isOfItsTests(failed)) end(failed, false)
  })
  stream.on('test:pass', (passed) => {
    const { name, skip, todo, details } = passed
    time(passed)
    if (skip !== undefined || todo !== undefined) outcome.skipped.push(name)
    else if (details.type !== 'suite') end(passed, true)
  })
  const report = stream.compose(spec())
  report.pipe(process.stdout, { end: false })
  await finished(report)
  return { ...outcome, times: [...times].map(([file, ms]) => ({ file, ms })) }
}

/** The file of an event; in a batch a file is a suite of that name. */
function pathOf({ name, file }: EventData.LocationInfo & { readonly name: string }): string {
  return name.endsWith('.test.ts') ? name : relative(ROOT, file ?? ROOT)
}

function isOfItsTests({ details }: EventData.TestFail): boolean {
  return Reflect.get(details.error, 'failureType') === 'subtestsFailed'
}
