import { relative } from 'node:path'
import { parseArgs } from 'node:util'

import { dayOfTurn } from '@oficina/testkit/turns.ts'

import { ensureSystemPackages } from './install-system-packages.ts'
import { inBatches } from './test-runner/batches.ts'
import { budgetReport } from './test-runner/budget.ts'
import { changedTests } from './test-runner/changed-tests.ts'
import { ALL_CHECKS, checksOf, runChecks, type Check } from './test-runner/checks.ts'
import { keepLongFiles } from './test-runner/long-files.ts'
import { processorSeconds } from './test-runner/processor-time.ts'
import { ROOT } from './test-runner/root.ts'
import { runCommand } from './test-runner/run-command.ts'
import { withRunFolder } from './test-runner/run-folder.ts'
import { DEEP_LANES, runTests, type TestOutcome } from './test-runner/run-tests.ts'
import { kindOf, type TestFile, type Tier } from './test-runner/test-file.ts'
import { testFiles } from './test-runner/test-files.ts'
import { timeReport } from './test-runner/time-report.ts'

const HELP = `Runs the project's checks and tests.

  npm test                              before every push: every sentence of the contracts, types, lint, format, dead code
  npm run test:deep                     what is exhaustive, kills, waits or walks; with npm test these are all tests
  npm test -- --changed                 what a change since main reaches: its tests, types, lint and format of what changed
  npm test -- --changed HEAD~3          the same since another commit
  npm test -- services/documents        only the tests below a folder
  npm test -- services/documents/test/images.test.ts      one file, of whatever tier
  npm run test:deep -- services/erp     only the deep tests below a folder
  npm test -- --help                    this text

KEEP_TIMES=1 keeps the times of long files in tools/test-runner/long-files.json, by which a run deals files out.
A deep file says why it is one in a comment that begins with "Deep:". Some walks are so long that each day takes another
part of them: TEST_TURN=all takes the whole, TEST_TURN=20784 what that day (since 1970) took.
`

const isCi = process.env['CI'] === 'true'

/** What one call of the command runs. */
interface Wanted {
  readonly files: readonly TestFile[]
  readonly checks: readonly Check[]
  /** Of which tier it is the whole, if it is. */
  readonly whole: Tier | undefined
}

async function wantedOf(args: readonly string[]): Promise<Wanted> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { deep: { type: 'boolean' }, changed: { type: 'boolean' } },
  })
  const tier = values.deep === true ? 'deep' : 'contract'
  if (values.changed === true) {
    const { files, changed } = await changedTests(positionals[0] ?? 'main', tier)
    return { files, checks: tier === 'deep' ? [] : checksOf(changed), whole: undefined }
  }
  const isWhole = positionals.length === 0
  return {
    files: await testFiles(positionals, tier),
    checks: isWhole && tier === 'contract' ? ALL_CHECKS : [],
    whole: isWhole ? tier : undefined,
  }
}

/** @returns whether all is well */
async function run(args: readonly string[]): Promise<boolean> {
  const wanted = await wantedOf(args)
  if (wanted.files.length === 0 && wanted.checks.length === 0) {
    process.stdout.write(`No tests for: ${args.join(' ')}\n`)
    // Nothing reaches what nobody changed.
    return args.includes('--changed')
  }
  const { missing } = await ensureSystemPackages(['browser', 'office', 'poppler'])
  if (missing.length > 0) {
    process.stdout.write(
      `Not on this machine: ${missing.join(', ')}; tests that need them are skipped.\n`,
    )
    if (isCi) return false
  }
  // What is tested in a browser cannot even begin without one.
  const cannotBegin = ({ hasPages }: TestFile) => hasPages && missing.includes('browser')
  for (const { path } of wanted.files.filter(cannotBegin)) {
    process.stdout.write(`skipped: ${path}\n`)
  }
  return await runAll({ ...wanted, files: wanted.files.filter((file) => !cannotBegin(file)) })
}

async function runAll({ files, checks, whole }: Wanted): Promise<boolean> {
  // The same in all processes, also over midnight.
  const turn = String(dayOfTurn())
  process.env['TEST_TURN'] = turn
  process.stdout.write(`── tests (${files.length} files), turn ${turn}\n`)
  const isDeep = files.every(({ tier }) => tier === 'deep')
  const { outcome, wrong, seconds } = await withRunFolder(async (folder) => {
    const [outcome, wrong] = await Promise.all([
      inBatches(files, folder).then((batches) =>
        runTests(batches, isDeep ? { lanes: DEEP_LANES } : {}),
      ),
      runChecks(checks),
    ])
    // Before the database server ends, whose work is the tests'.
    return { outcome, wrong, seconds: await processorSeconds() }
  })
  if (process.env['KEEP_TIMES'] === '1') await keepLongFiles(outcome.times)
  const kinds = new Map(files.map((file) => [relative(ROOT, file.path), kindOf(file)]))
  process.stdout.write(`${timeReport(outcome.times, (file) => kinds.get(file) ?? 'other')}\n`)
  if (whole !== undefined && seconds !== undefined) {
    process.stdout.write(`  ${budgetReport(whole, seconds)}\n`)
  }
  return isWell(outcome, wrong)
}

function isWell({ failed, skipped }: TestOutcome, wrong: readonly string[]): boolean {
  for (const name of skipped) process.stdout.write(`skipped: ${name}\n`)
  const isIncomplete = isCi && skipped.length > 0
  if (isIncomplete) process.stdout.write('CI allows no skipped test.\n')
  if (wrong.length > 0) process.stdout.write(`Checks that failed: ${wrong.join(', ')}\n`)
  return failed === 0 && wrong.length === 0 && !isIncomplete
}

await runCommand(HELP, run)
