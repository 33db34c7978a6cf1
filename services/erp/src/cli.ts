import { createInterface } from 'node:readline/promises'

import { describeProblems, parseConfig } from '@oficina/kit/config.ts'
import { createLog } from '@oficina/kit/log.ts'

import { IMPORT_HELP, runImport, type ImportTools } from './cli-import.ts'
import { LAW_HELP, runLaw } from './cli-law.ts'
import { MIGRATE_HELP, runMigrate } from './cli-migrate.ts'
import { REBALANCE_HELP, runRebalance } from './cli-rebalance.ts'
import { SIMULATOR_HELP, runSimulator } from './cli-simulator.ts'
import { settings } from './config.ts'
import { DICTIONARY_DIR, loadRegistry } from './dictionary-files.ts'
import { CATALOG_DIR } from './store/catalogs/catalog-store.ts'
import { openErpDatabase } from './store/erp-database.ts'

const HELP = `The ERP's tools.

  npm run erp -w @oficina/erp -- dictionary check   checks the data dictionary and names every fault by file and line
${MIGRATE_HELP}${IMPORT_HELP}${LAW_HELP}${REBALANCE_HELP}  npm run erp -w @oficina/erp -- --help             this text
${SIMULATOR_HELP}
The database is the one of DATABASE_URL, or the embedded one in DATA_DIR.
`

const args = process.argv.slice(2)
process.exit(await runCommand(args[0], args.slice(1)))

async function runCommand(command: string | undefined, rest: readonly string[]): Promise<number> {
  if (command === 'import') return await importInto(rest)
  if (command === 'law') return await loadLawTables(rest)
  if (command === 'migrate') return await migrate(rest)
  if (command === 'rebalance') return await rebalance(rest)
  if (command === 'pac-simulator') return await simulate(rest)
  return await run(args.join(' '))
}

async function simulate(words: readonly string[]): Promise<number> {
  return await runSimulator(words, {
    log: createLog({ service: 'pac-simulator', level: 'warn', format: 'json' }),
    now: Date.now,
    catalogFolder: CATALOG_DIR,
    print: (line) => process.stdout.write(`${line}\n`),
  })
}

async function run(words: string): Promise<number> {
  switch (words) {
    case 'dictionary check':
      return checkDictionary()
    case '':
    case '-h':
    case '--help':
      process.stdout.write(HELP)
      return 0
    default:
      process.stderr.write(`There is no command ${JSON.stringify(words)}.\n\n${HELP}`)
      return 2
  }
}

function checkDictionary(): number {
  const loaded = loadRegistry(DICTIONARY_DIR, null)
  if (loaded.ok) {
    process.stdout.write(`${loaded.value.models.size} models, no problems\n`)
    return 0
  }
  for (const { file, line, message } of loaded.error) {
    process.stderr.write(`${file}:${line}: ${message}\n`)
  }
  return 1
}

async function migrate(words: readonly string[]): Promise<number> {
  return await withDatabase((tools) =>
    runMigrate(words, {
      ...tools,
      ask: process.stdin.isTTY ? askAtTerminal : undefined,
      printProblem: (line) => process.stderr.write(`${line}\n`),
    }),
  )
}

async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

async function importInto(words: readonly string[]): Promise<number> {
  return await withDatabase((tools) => runImport(words, tools))
}

async function loadLawTables(words: readonly string[]): Promise<number> {
  return await runLaw(words, {
    withInstallation: withDatabase,
    print: (line) => process.stdout.write(`${line}\n`),
    printProblem: (line) => process.stderr.write(`${line}\n`),
  })
}

async function rebalance(words: readonly string[]): Promise<number> {
  return await withDatabase((tools) =>
    runRebalance(words, {
      ...tools,
      printProblem: (line) => process.stderr.write(`${line}\n`),
    }),
  )
}

async function withDatabase(work: (tools: ImportTools) => Promise<number>): Promise<number> {
  const config = parseConfig(settings({ isTerminal: false }), process.env)
  const loaded = loadRegistry(DICTIONARY_DIR, null)
  if (!config.ok || !loaded.ok) {
    process.stderr.write(
      config.ok
        ? 'The dictionary has problems; run dictionary check.\n'
        : `${describeProblems('erp', config.error)}\n`,
    )
    return 1
  }
  const log = createLog({ service: 'erp', level: 'warn', format: 'json' })
  const opened = await openErpDatabase({ ...config.value, poolSize: 2, service: 'erp', log })
  try {
    return await work({
      registry: loaded.value,
      owner: opened.database,
      address: opened.address,
      placement: opened.placement,
      fit: opened.fit,
      log,
      now: Date.now,
      print: (line) => process.stdout.write(`${line}\n`),
    })
  } finally {
    await opened.close()
  }
}
