import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

import type { Database } from '@oficina/kit/database.ts'

import { readLawFiles } from './actions/business/nomina/law-files.ts'
import { loadLaw, type LawLoad, type LawTableLoad } from './actions/business/nomina/load-law.ts'
import type { Registry } from './dictionary/types.ts'
import { mexicanDay } from './identity/mexican-day.ts'
import { keyWords } from './messages/law-tables.ts'

/** The usage of `erp law`, for the help text. */
export const LAW_HELP = `  npm run erp -w @oficina/erp -- law <file or folder>... [--dry-run]
      the law's tables of another year, as services/erp/data has them: one <Modelo>.csv a table, all of them or nothing
      --dry-run            tries everything, tells what it would do and keeps nothing
`

interface Installation {
  readonly owner: Database
  readonly registry: Registry
  readonly now: () => number
}

interface LawTools {
  /** Opens the installation only where there is something to do. */
  readonly withInstallation: (work: (opened: Installation) => Promise<number>) => Promise<number>
  readonly print: (line: string) => void
  readonly printProblem: (line: string) => void
}

const SHOWN = 50

/** Loads the law's tables; returns the exit code: 0 done, 1 refused, 2 wrong usage. */
export async function runLaw(args: readonly string[], tools: LawTools): Promise<number> {
  const asked = askedOf(args)
  if ('problem' in asked) {
    tools.printProblem(`${asked.problem}\n\n${LAW_HELP}`)
    return 2
  }
  if (asked.isHelp) {
    tools.print(LAW_HELP)
    return 0
  }
  return await tools.withInstallation(async (opened) => await load(tools, opened, asked))
}

async function load(
  tools: LawTools,
  { now, owner, registry }: Installation,
  asked: Asked,
): Promise<number> {
  const { files, problems } = await readLawFiles(registry, asked.paths)
  if (problems.length > 0) return refused(tools, problems.map(String))
  if (files.length === 0) return refused(tools, ['There is no .csv file.'])
  const done = await loadLaw(owner, registry, {
    files,
    isDryRun: asked.isDryRun,
    today: mexicanDay(now()),
    onTable: (table) => {
      tools.print(tableLine(table))
      for (const line of changeLines(table)) tools.print(line)
    },
  })
  if (done.problems.length > 0) return refused(tools, done.problems.map(String))
  conclude(tools, done, asked.isDryRun)
  return 0
}

interface Asked {
  readonly paths: readonly string[]
  readonly isDryRun: boolean
  readonly isHelp: boolean
}

function askedOf(args: readonly string[]): Asked | { readonly problem: string } {
  try {
    const { positionals: paths, values } = parseArgs({
      args: [...args],
      options: {
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowPositionals: true,
    })
    const absent = paths.find((path) => !existsSync(path))
    if (absent !== undefined) return { problem: `there is no file ${absent}` }
    if (paths.length === 0 && !values.help) return { problem: 'name a file or a folder' }
    return { paths, isDryRun: values['dry-run'], isHelp: values.help }
  } catch (error) {
    if (error instanceof TypeError) return { problem: error.message }
    throw error
  }
}

function refused({ printProblem }: LawTools, problems: readonly string[]): number {
  for (const problem of problems.slice(0, SHOWN)) printProblem(problem)
  if (problems.length > SHOWN) printProblem(`and ${problems.length - SHOWN} more`)
  printProblem('Nothing was kept.')
  return 1
}

function tableLine({ added, changes, model, rows }: LawTableLoad): string {
  const changed = new Set(changes.map(({ key }) => key)).size
  return `${model}: ${rows} rows, ${added} new, ${changed} changed`
}

function changeLines({ changes }: LawTableLoad): readonly string[] {
  const lines = changes
    .slice(0, SHOWN)
    .map(
      ({ after, before, field, key }) =>
        `  ${key}: ${field} ${shown(before)} becomes ${shown(after)}`,
    )
  return changes.length > SHOWN ? [...lines, `  and ${changes.length - SHOWN} more`] : lines
}

function shown(text: string | null): string {
  return text ?? 'nothing'
}

function conclude({ print }: LawTools, { missing }: LawLoad, isDryRun: boolean): void {
  for (const { keys, model, since } of missing) {
    const parts = keys.length === 0 ? '' : ` (${keyWords(keys, 'en')})`
    print(`still missing from ${since} on: ${model}${parts}`)
  }
  print(isDryRun ? 'Nothing was kept (--dry-run).' : 'Done.')
}
