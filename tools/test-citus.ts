import { glob, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

import { openDatabase } from '@oficina/kit/database.ts'
import { createLog } from '@oficina/kit/log.ts'
import { findCluster } from '@oficina/postgres/citus.ts'

import { ensureSystemPackages } from './install-system-packages.ts'
import { inBatches } from './test-runner/batches.ts'
import { problemsOf, type Exception } from './test-runner/exceptions.ts'
import { ROOT } from './test-runner/root.ts'
import { runCommand } from './test-runner/run-command.ts'
import { withRunFolder } from './test-runner/run-folder.ts'
import { runTests } from './test-runner/run-tests.ts'
import { testFiles } from './test-runner/test-files.ts'

const HELP = `Runs the tests of the services on a Citus cluster, whose coordinator TEST_DATABASE_URL names.

  npm run test:citus                                   all of the ERP and the chat but pages
  npm run test:citus -- services/chat/test             these
  npm run test:citus -- services/erp/test/records/records.test.ts   one file
  npm run test:citus -- --help                         this text

What cannot pass on a cluster stands, with the reason, in services/<service>/test/citus-exceptions.json. Such a test runs
too, and fails the run when it passes.
`

const SERVICES = ['services/erp/test', 'services/chat/test']
// Pages look at answers of the API, which the other tests ask for.
const PAGES = join('test', 'console')

async function refusal(): Promise<string | undefined> {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined) return 'TEST_DATABASE_URL must name the coordinator of a Citus cluster'
  const log = createLog({ service: 'tests', level: 'fatal', format: 'json' })
  const database = openDatabase({ url, poolSize: 1, log, applicationName: 'tests' })
  try {
    const isPlain = (await findCluster(database)) === undefined
    return isPlain ? 'the server of TEST_DATABASE_URL has no Citus: this is npm test' : undefined
  } catch (error) {
    return `TEST_DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    await database.close()
  }
}

async function run(paths: readonly string[]): Promise<boolean> {
  const refused = await refusal()
  if (refused !== undefined) {
    process.stdout.write(`${refused}\n`)
    return false
  }
  await ensureSystemPackages(['office', 'poppler'])
  const isWhole = paths.length === 0
  const files = (await testFiles(isWhole ? SERVICES : paths)).filter(
    ({ path }) => paths.includes(relative(ROOT, path)) || !dirname(path).endsWith(PAGES),
  )
  process.stdout.write(`── tests on a cluster (${files.length} files)\n`)
  const { ended, skipped } = await withRunFolder(async (folder) =>
    runTests(await inBatches(files, folder), { limit: 'an hour' }),
  )
  for (const name of skipped) process.stdout.write(`skipped: ${name}\n`)
  const exceptions = await readExceptions()
  const problems = problemsOf(
    ended,
    exceptions,
    files.map(({ path }) => relative(ROOT, path)),
  )
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  const passed = ended.filter(({ isPassed }) => isPassed).length
  const expected = ended.length - passed - problems.filter((one) => one.startsWith('failed')).length
  process.stdout.write(
    `On a cluster: ${passed} passed, ${expected} failed as ${exceptions.length} exceptions say, ${problems.length} wrong.\n`,
  )
  return passed > 0 && problems.length === 0
}

async function readExceptions(): Promise<readonly Exception[]> {
  const lists = await Array.fromAsync(glob('services/*/test/citus-exceptions.json'))
  const texts = await Promise.all(lists.map((list) => readFile(list, 'utf8')))
  // The files are ours: what lacks a name matches no test, which is told.
  return texts.flatMap((text) => JSON.parse(text) as readonly Exception[])
}

await runCommand(HELP, run)
