import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'

import { openDatabase, type Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import { CALLBACKS } from './actions/callbacks/callback-list.ts'
import { importCatalog } from './actions/catalogs/import-catalog.ts'
import { PUBLIC_CATALOGS, type PublicCatalog } from './actions/catalogs/layouts.ts'
import { importRecords, type ImportOutcome, type ImportProgress } from './actions/import-records.ts'
import { importSource, type ImportFormat } from './actions/import-source.ts'
import type { Model, Registry } from './dictionary/types.ts'
import { ApiError, type ErrorEntry } from './errors.ts'
import { FileProblem } from './files/file-problem.ts'
import type { Caller } from './identity/caller.ts'
import { mexicanDay } from './identity/mexican-day.ts'
import { PasswordWork } from './identity/password-work.ts'
import { administratorRights } from './identity/rights.ts'
import { nearestName } from './query/nearest-name.ts'
import { APP_ROLE } from './schema/ddl.ts'
import { findCompanies } from './store/company-store.ts'
import type { ErpDatabase } from './store/erp-database.ts'
import { empresaId } from './store/tenant-database.ts'
import { Views } from './visibility/dictionary-views.ts'

/** The usage of `erp import`, for the help text. */
export const IMPORT_HELP = `  npm run erp -w @oficina/erp -- import <Modelo> <file> [options]
      records from .csv, .xlsx or .jsonl, as POST /{modelo}/import takes them
      --empresa <clave>    the company; needed where there are several
      --rows               writes what can be written, else every row or none
      --upsert-by <field>  changes the records that a row finds by this field
      --sheet <name>       of a workbook
      --dry-run            tries everything and keeps nothing
${PUBLIC_CATALOGS.map(({ name, source }) => `  npm run erp -w @oficina/erp -- import ${name} <file>\n      ${source}`).join('\n')}
`

/** What the command works with. */
export interface ImportTools extends Pick<ErpDatabase, 'address' | 'fit' | 'placement'> {
  readonly registry: Registry
  readonly owner: Database
  readonly log: Log
  readonly now: () => number
  readonly print: (line: string) => void
}

const OPTIONS = {
  empresa: { type: 'string' },
  rows: { type: 'boolean', default: false },
  'upsert-by': { type: 'string' },
  sheet: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const

type Options = ReturnType<
  typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>
>['values']

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  csv: 'csv',
  txt: 'csv',
  xlsx: 'xlsx',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
}
const PROGRESS_EVERY = 10_000
const SHOWN_PROBLEMS = 50

/** Runs `erp import`; returns the exit code: 0 done, 1 refused, 2 wrong usage. */
export async function runImport(args: readonly string[], tools: ImportTools): Promise<number> {
  try {
    return await runCommand(args, tools)
  } catch (error) {
    if (error instanceof ApiError) {
      for (const entry of error.errors) tools.print(describe(entry))
      return 1
    }
    if (error instanceof FileProblem) {
      tools.print(`The file: ${error.message}.`)
      return 1
    }
    if (isWrongCall(error)) return usage(tools, error.message)
    throw error
  }
}

async function runCommand(args: readonly string[], tools: ImportTools): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
  })
  const [what, path, ...more] = positionals
  if (what === undefined || path === undefined || more.length > 0) {
    return usage(tools, 'name one thing and one file')
  }
  if (!existsSync(path)) return usage(tools, `there is no file ${path}`)
  const catalog = PUBLIC_CATALOGS.find(({ name }) => name === what)
  if (catalog !== undefined) return await runCatalog(tools, catalog, path)
  const model = tools.registry.models.get(what)
  if (model === undefined) return usage(tools, unknownModel(tools.registry, what))
  return await runRecords(tools, model, { path, options: values })
}

function isWrongCall(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  )
}

function usage({ print }: ImportTools, problem: string): number {
  print(`${problem}\n\n${IMPORT_HELP}`)
  return 2
}

function unknownModel(registry: Registry, name: string): string {
  const known = [...registry.models.keys(), ...PUBLIC_CATALOGS.map((catalog) => catalog.name)]
  const nearest = nearestName(name, known)
  return `there is no model ${name}.${nearest === null ? '' : ` Did you mean ${nearest}?`}`
}

async function runCatalog(
  tools: ImportTools,
  catalog: PublicCatalog,
  path: string,
): Promise<number> {
  const loads = await importCatalog(tools.owner, tools.registry, {
    catalog,
    path,
    name: basename(path),
    onProgress: (model, rows) => {
      if (rows % PROGRESS_EVERY === 0) tools.print(`${model}: ${rows} rows`)
    },
  })
  for (const { model, rows, unresolved } of loads) {
    const left =
      unresolved === 0 ? '' : `; ${unresolved} references led to nothing and were left empty`
    tools.print(`${model}: ${rows} rows up to date${left}`)
  }
  return 0
}

async function runRecords(
  tools: ImportTools,
  model: Model,
  { path, options }: { readonly path: string; readonly options: Options },
): Promise<number> {
  const format = FORMATS[path.split('.').at(-1)?.toLowerCase() ?? '']
  if (format === undefined) return usage(tools, 'the file must end in .csv, .xlsx or .jsonl')
  const caller = await callerOf(tools, model, options.empresa)
  if (caller === null) return usage(tools, 'name the company by --empresa')
  const sheet = options.sheet ?? null
  const database = tools.fit(
    openDatabase({
      ...tools.address,
      poolSize: 2,
      log: tools.log,
      applicationName: 'oficina-erp-import',
      sessionSettings: { role: APP_ROLE, search_path: 'public' },
    }),
  )
  try {
    const { registry, now } = tools
    // The only import here leaves one of the two connections free.
    const importTools = {
      database,
      counters: database,
      registry,
      views: new Views(registry),
      callbacks: CALLBACKS,
      passwords: new PasswordWork(),
      now,
    }
    const outcome = await importRecords(importTools, caller, {
      model,
      rows: () => importSource(registry, model, { path, format, sheet }),
      mode: options.rows ? 'rows' : 'all',
      upsertBy: options['upsert-by'] ?? null,
      isDryRun: options['dry-run'],
      signal: new AbortController().signal,
      onBatch: (progress) => report(tools, progress),
    })
    return conclude(tools, outcome)
  } finally {
    await database.close()
  }
}

function report({ print }: ImportTools, { total, failed }: ImportProgress): Promise<void> {
  if (total % PROGRESS_EVERY === 0) print(`${total} rows, ${failed} refused`)
  return Promise.resolve()
}

function conclude({ print }: ImportTools, outcome: ImportOutcome): number {
  const { created, updated, failed, problems, problemCount, isKept } = outcome
  for (const problem of problems.slice(0, SHOWN_PROBLEMS)) print(describe(problem))
  if (problemCount > SHOWN_PROBLEMS) print(`and ${problemCount - SHOWN_PROBLEMS} more problems`)
  const kept = isKept ? '' : ' (nothing of it was kept)'
  print(`${created} created, ${updated} changed, ${failed} refused${kept}`)
  return failed === 0 ? 0 : 1
}

function describe({ row, message }: ErrorEntry): string {
  return `${row === undefined ? '' : `row ${row}: `}${String(message)}`
}

/** The command line stands above users: it acts as the first administrator of the company, and as the operator. */
async function callerOf(
  { owner, now }: ImportTools,
  model: Model,
  clave: string | undefined,
): Promise<Caller | null> {
  const [company, ...others] = await findCompanies(owner, clave ?? null)
  if (company === undefined || (others.length > 0 && model.scope === 'tenant')) return null
  return {
    empresa: empresaId(company.id),
    usuarioId: company.usuario,
    rights: administratorRights({
      isOperator: true,
      placeholders: { usuario: company.usuario, hoy: mexicanDay(now()) },
    }),
    credential: { kind: 'service' },
    language: null,
    address: 'local',
    agent: 'erp import',
    requestId: '',
  }
}
