import { existsSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'

import { POOLER_COMMAND, startPooler } from '@oficina/testkit/pooler.ts'

import { inBatches } from './test-runner/batches.ts'
import { ROOT } from './test-runner/root.ts'
import { withRunFolder } from './test-runner/run-folder.ts'
import { runTests } from './test-runner/run-tests.ts'
import { testFiles } from './test-runner/test-files.ts'

const HELP = `Runs what needs programs that only installations of many machines have. No other test run counts these tests.

  npm run test:scale                              suites of their own (*.scale.ts), then central tests behind PgBouncer
  npm run test:scale -- services/chat/test        only these tests, behind PgBouncer
  npm run test:scale -- --help                    this text
`

// What goes through most kinds of statements: transactions, streams, notifications, locks, savepoints.
const CENTRAL = [
  'services/erp/test/records.test.ts',
  'services/erp/test/listing.test.ts',
  'services/erp/test/isolation.test.ts',
  'services/erp/test/sessions.test.ts',
  'services/erp/test/export.test.ts',
  'services/erp/test/import.test.ts',
  'services/erp/test/actions/cash',
  'services/chat/test/events.test.ts',
  'services/chat/test/register.test.ts',
  'services/chat/test/same-time.test.ts',
  'services/chat/test/two-processes.test.ts',
  'services/chat/test/export.test.ts',
]

async function run(paths: readonly string[]): Promise<boolean> {
  if (!existsSync(POOLER_COMMAND)) {
    process.stdout.write('Not run, and not counted: PgBouncer is missing (Debian: pgbouncer).\n')
    return true
  }
  const isWhole = paths.length === 0
  const suites = await Array.fromAsync(glob('services/*/test/*.scale.ts'))
  const own = suites.filter((file) => isWhole || paths.includes(file))
  const named = paths.filter((path) => !suites.includes(path))
  const central = isWhole || named.length > 0 ? await testFiles(isWhole ? CENTRAL : named) : []
  return await withRunFolder(async (folder) => {
    const alone = await runTests(own.map((file) => join(ROOT, file)))
    const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''
    const pooler = await startPooler({ serverUrl })
    process.env['TEST_POOLER_URL'] = pooler.through(serverUrl)
    const pooled = await runTests(await inBatches(central, folder))
    await pooler.stop()
    return alone.failed + pooled.failed === 0
  })
}

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}
process.chdir(ROOT)
process.exit((await run(args)) ? 0 : 1)
