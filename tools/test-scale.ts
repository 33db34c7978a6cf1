import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { OPENSSL_COMMAND } from '@oficina/testkit/authority.ts'
import { CITUS_LIBRARY } from '@oficina/testkit/citus-cluster.ts'
import { POSTGRES_PROGRAMS } from '@oficina/testkit/debian-postgres.ts'
import { NATS_COMMAND } from '@oficina/testkit/nats-server.ts'
import { POOLER_COMMAND, startPooler } from '@oficina/testkit/pooler.ts'

import { inBatches } from './test-runner/batches.ts'
import { ROOT } from './test-runner/root.ts'
import { runCommand } from './test-runner/run-command.ts'
import { withRunFolder } from './test-runner/run-folder.ts'
import { runTests } from './test-runner/run-tests.ts'
import { testFiles } from './test-runner/test-files.ts'

const HELP = `Runs what needs programs that only installations of many machines have. No other test run counts these tests.

  npm run test:scale                              suites of their own (*.scale.ts), then central tests behind PgBouncer
  npm run test:scale -- services/chat/test/cluster/nats.scale.ts   only this suite
  npm run test:scale -- services/chat/test        only these tests, behind PgBouncer
  TEST_DATABASE_URL=<coordinator> npm run test:scale -- services/erp/test/cluster/citus.scale.ts   on a Citus cluster
  npm run test:scale -- --help                    this text
`

// What goes through most kinds of statements: transactions, streams, notifications, locks, savepoints.
const CENTRAL = [
  'services/erp/test/records/records.test.ts',
  'services/erp/test/query/listing.test.ts',
  'services/erp/test/tenants/isolation.test.ts',
  'services/erp/test/sign-in/sessions.test.ts',
  'services/erp/test/imports/export.test.ts',
  'services/erp/test/imports/import.test.ts',
  'services/erp/test/actions/cash',
  'services/chat/test/events/events.test.ts',
  'services/chat/test/events/register.test.ts',
  'services/chat/test/messages/same-time.test.ts',
  'services/chat/test/events/two-processes.test.ts',
  'services/chat/test/transfer/export.test.ts',
]

// What a suite needs shows in which of these it imports.
const PROGRAMS = [
  { name: 'PgBouncer', debian: 'pgbouncer', command: POOLER_COMMAND, starter: 'pooler.ts' },
  {
    name: 'PostgreSQL 15',
    debian: 'postgresql-15',
    command: join(POSTGRES_PROGRAMS, 'postgres'),
    starter: 'replicated-postgres.ts',
  },
  {
    name: 'Citus 13 for PostgreSQL 15',
    debian: 'not in Debian: docs.citusdata.com',
    command: CITUS_LIBRARY,
    starter: 'citus-cluster.ts',
  },
  { name: 'nats-server', debian: 'nats-server', command: NATS_COMMAND, starter: 'nats-server.ts' },
  { name: 'OpenSSL', debian: 'openssl', command: OPENSSL_COMMAND, starter: 'authority.ts' },
] as const

// A suite for a Citus cluster; nobody installs one on the way.
const IS_FOR_CLUSTER = /[/\\]citus[\w-]*\.scale\.ts$/

async function run(paths: readonly string[]): Promise<boolean> {
  const missing = PROGRAMS.filter(({ command }) => !existsSync(command))
  const isWhole = paths.length === 0
  const suites = await Array.fromAsync(glob('{services,packages}/*/test/*.scale.ts'))
  const own = suites.filter((file) => isWhole || paths.includes(file)).toSorted()
  const texts = await Promise.all(own.map((file) => readFile(file, 'utf8')))
  const hasCluster = process.env['TEST_DATABASE_URL'] !== undefined
  const clustered = hasCluster ? [] : own.filter((file) => IS_FOR_CLUSTER.test(file))
  const lacking = own.filter((_file, index) =>
    missing.some(({ starter }) => texts[index]?.includes(`@oficina/testkit/${starter}`)),
  )
  const left = [...clustered, ...lacking]
  const named = paths.filter((path) => !suites.includes(path))
  const wanted = isWhole ? CENTRAL : named
  const isPooled = wanted.length > 0 && !missing.some(({ command }) => command === POOLER_COMMAND)
  const passed = await withRunFolder(async (folder) => {
    const files = own.filter((file) => !left.includes(file)).map((file) => join(ROOT, file))
    const alone = await runTests(files, { limit: 'an hour' })
    return alone.failed + (isPooled ? await behindPooler(wanted, folder) : 0) === 0
  })
  if (clustered.length > 0) {
    process.stdout.write(
      `Not run, and not counted, for want of a Citus cluster in TEST_DATABASE_URL: ${clustered.join(', ')}.\n`,
    )
  }
  const unrun = [...lacking, ...(isPooled ? [] : wanted.map((path) => `${path} behind PgBouncer`))]
  if (unrun.length > 0) {
    const names = missing.map(({ name, debian }) => `${name} (Debian: ${debian})`).join(', ')
    process.stdout.write(`Not run, and not counted, for want of ${names}: ${unrun.join(', ')}.\n`)
  }
  return passed
}

/** How many failed. */
async function behindPooler(paths: readonly string[], folder: string): Promise<number> {
  const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''
  const pooler = await startPooler({ serverUrl })
  process.env['TEST_POOLER_URL'] = pooler.through(serverUrl)
  const pooled = await runTests(await inBatches(await testFiles(paths), folder), {
    limit: 'an hour',
  })
  await pooler.stop()
  return pooled.failed
}

await runCommand(HELP, run)
