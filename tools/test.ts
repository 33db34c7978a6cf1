import { dirname, join } from 'node:path'

import { ensureSystemPackages, type SystemTool } from './install-system-packages.ts'
import { inBatches } from './test-runner/batches.ts'
import { runChecks } from './test-runner/checks.ts'
import { withRunFolder } from './test-runner/run-folder.ts'
import { runTests } from './test-runner/run-tests.ts'
import { testFiles } from './test-runner/test-files.ts'

const HELP = `Runs the project's checks and tests.

  npm test                              everything: tests, and beside them types, lint, format, dead code
  npm test -- services/documents        only the tests below a folder, or one test file
  npm test -- --help                    this text
`

const isCi = process.env['CI'] === 'true'

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}

// What is tested in a browser cannot even begin without one.
const CONSOLE_TESTS = join('test', 'console')

function mayRun(file: string, missing: readonly SystemTool[]): boolean {
  const isSkipped = missing.includes('browser') && dirname(file).endsWith(CONSOLE_TESTS)
  if (isSkipped) process.stdout.write(`skipped: ${file}\n`)
  return !isSkipped
}

async function run(paths: readonly string[]): Promise<boolean> {
  const isWhole = paths.length === 0
  const { missing } = await ensureSystemPackages(['browser', 'office', 'poppler'])
  if (missing.length > 0) {
    process.stdout.write(
      `Not on this machine: ${missing.join(', ')}; tests that need them are skipped.\n`,
    )
    if (isCi) return false
  }
  const files = (await testFiles(paths)).filter((file) => mayRun(file, missing))
  if (files.length === 0) {
    process.stdout.write(`No test files below ${paths.join(', ')}\n`)
    return false
  }
  process.stdout.write(`── tests (${files.length} files)\n`)
  const [{ failed, skipped }, wrong] = await withRunFolder(
    async (folder) =>
      await Promise.all([
        inBatches(files, folder).then(runTests),
        isWhole ? runChecks() : Promise.resolve([]),
      ]),
  )
  for (const name of skipped) process.stdout.write(`skipped: ${name}\n`)
  if (isCi && skipped.length > 0) process.stdout.write('CI allows no skipped test.\n')
  if (wrong.length > 0) process.stdout.write(`Checks that failed: ${wrong.join(', ')}\n`)
  return failed === 0 && wrong.length === 0 && !(isCi && skipped.length > 0)
}

process.exit((await run(args)) ? 0 : 1)
