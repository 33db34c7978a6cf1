import { spawn } from 'node:child_process'
import { glob, mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { createLog } from '@oficina/kit/log.ts'
import { startEmbeddedPostgres } from '@oficina/postgres/embedded-postgres.ts'

import { ensureSystemPackages } from './install-system-packages.ts'

const HELP = `Runs the project's checks and tests.

  npm test                              everything: types, lint, format, dead code, tests
  npm test -- services/documents        only the tests below a folder, or one test file
  npm test -- --help                    this text
`

const CHECKS: readonly (readonly [name: string, command: string, ...string[]])[] = [
  ['types', 'tsc', '--noEmit'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'oxfmt', '--check', '.'],
  ['dead code', 'knip'],
]

// Test files run side by side; each has its own process and database, and this machine class has two cores.
const CONCURRENCY = 2
const ROOT = resolve(import.meta.dirname, '..')
const isCi = process.env['CI'] === 'true'

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}
process.exit((await run(args)) ? 0 : 1)

async function run(paths: readonly string[]): Promise<boolean> {
  const isWhole = paths.length === 0
  if (isWhole && !(await passChecks())) return false
  const { missing } = await ensureSystemPackages(['office', 'poppler'])
  if (missing.length > 0) {
    process.stdout.write(
      `Not on this machine: ${missing.join(', ')}; tests that need them are skipped.\n`,
    )
    if (isCi) return false
  }
  const files = await testFiles(isWhole ? ['.'] : paths)
  if (files.length === 0) {
    process.stdout.write(`No test files below ${paths.join(', ')}\n`)
    return false
  }
  return await withPostgres((url) => runTests(files, url))
}

/** All checks run even when one fails, so that one run shows everything that is wrong. */
async function passChecks(): Promise<boolean> {
  let failed = 0
  for (const [name, command, ...commandArgs] of CHECKS) {
    process.stdout.write(`── ${name}\n`)
    const code = await execute(join(ROOT, 'node_modules', '.bin', command), commandArgs, {})
    if (code !== 0) failed += 1
  }
  return failed === 0
}

async function testFiles(paths: readonly string[]): Promise<readonly string[]> {
  const patterns = paths.map((path) =>
    path.endsWith('.ts')
      ? path
      : `${path === '.' ? '{packages,services,tools}' : path}/**/*.test.ts`,
  )
  const found: string[] = []
  for await (const file of glob(patterns, { cwd: ROOT, exclude: isDependency })) found.push(file)
  return found.toSorted()
}

function isDependency(name: string): boolean {
  return name === 'node_modules'
}

async function withPostgres(work: (url: string) => Promise<boolean>): Promise<boolean> {
  const dataDir = join(ROOT, '.data', `test-${process.pid}`)
  await mkdir(dataDir, { recursive: true })
  const log = createLog({ service: 'tests', level: 'warn', format: 'json' })
  const server = await startEmbeddedPostgres({ dataDir, log, durability: 'throw-away' })
  try {
    return await work(server.url('postgres'))
  } finally {
    await server.stop()
    // Without fsync the files are no longer to be trusted once anything was killed.
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function runTests(files: readonly string[], databaseUrl: string): Promise<boolean> {
  process.stdout.write(`── tests (${files.length} files)\n`)
  const code = await execute(
    process.execPath,
    ['--test', `--test-concurrency=${CONCURRENCY}`, '--test-timeout=300000', ...files],
    { TEST_DATABASE_URL: databaseUrl },
  )
  return code === 0
}

function execute(
  command: string,
  commandArgs: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(command, commandArgs, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  })
  return new Promise((done, reject) => {
    child.once('error', reject)
    child.once('close', (code) => done(code ?? 1))
  })
}
