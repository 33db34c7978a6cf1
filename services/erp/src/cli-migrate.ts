import { join } from 'node:path'

import type { Database } from '@oficina/kit/database.ts'
import { StartRefusal } from '@oficina/kit/start-refusal.ts'
import { readMigrations } from '@oficina/postgres/migrate.ts'

import type { Registry } from './dictionary/types.ts'
import type { Placement } from './schema/distribution.ts'
import type { SchemaStep } from './schema/step.ts'
import { applySchema, planSchema } from './store/schema/schema-store.ts'

export const MIGRATE_HELP = `  npm run erp -w @oficina/erp -- migrate --plan     prints what the next start would do to the database
  npm run erp -w @oficina/erp -- migrate --apply    does it, and after asking also what would lose data, which a start
                                                    refuses; --apply --yes does it without asking
`

export interface MigrateTools {
  readonly registry: Registry
  readonly owner: Database
  readonly placement: Placement
  readonly print: (line: string) => void
  readonly printProblem: (line: string) => void
  /** Absent where nobody can answer. */
  readonly ask: ((question: string) => Promise<string>) | undefined
}

const MIGRATIONS_DIR = join(import.meta.dirname, '..', 'migrations')
const YES = 'yes'

/** What the next start would do to the tables, shown or done; the answer is the exit code. */
export async function runMigrate(words: readonly string[], tools: MigrateTools): Promise<number> {
  switch (words.join(' ')) {
    case '--plan':
      return await printPlan(tools)
    case '--apply':
      return await apply(tools, (steps) => isOrdered(steps, tools))
    case '--apply --yes':
      return await apply(tools, (steps) => {
        show(steps, tools)
        return Promise.resolve(true)
      })
    default:
      tools.printProblem(`migrate takes --plan, --apply or --apply --yes.\n\n${MIGRATE_HELP}`)
      return 2
  }
}

async function printPlan({ owner, placement, print, registry }: MigrateTools): Promise<number> {
  const steps = await planSchema(owner, registry, placement)
  for (const { kind, mend, reason, sql } of steps) {
    print(`-- ${kind}: ${reason}`)
    if (kind === 'lossy' && mend !== undefined && mend !== '') print(mend)
    print(sql)
  }
  print(`-- ${steps.length} steps`)
  return 0
}

async function apply(
  { owner, placement, print, printProblem, registry }: MigrateTools,
  mayLose: (steps: readonly SchemaStep[]) => Promise<boolean>,
): Promise<number> {
  try {
    const steps = await applySchema(owner, registry, {
      platform: await readMigrations(MIGRATIONS_DIR),
      placement,
      onProgress: ({ done, total, what }) => print(`${done} of ${total}: ${what}`),
      mayLose,
    })
    print(`${steps} steps done; the tables are those of the dictionary`)
    return 0
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    printProblem(error.message)
    return 1
  }
}

/** What a person is asked about, whole: what is lost, and by which statements. */
function show(steps: readonly SchemaStep[], { print }: MigrateTools): void {
  const lossy = steps.filter(({ kind }) => kind === 'lossy')
  print(`${lossy.length} of ${steps.length} steps lose data, or do not fit what is there:`)
  for (const { isRemoval, mend, reason, sql } of lossy) {
    print(`- ${reason}`)
    for (const line of [mend ?? '', sql].join('\n').trim().split('\n')) print(`    ${line}`)
    if (mend === undefined && isRemoval !== true) {
      print('    no statement can mend these rows by itself; it fails until they were changed')
    }
  }
}

async function isOrdered(steps: readonly SchemaStep[], tools: MigrateTools): Promise<boolean> {
  show(steps, tools)
  if (tools.ask === undefined) {
    tools.printProblem('Nobody can be asked here; --apply --yes does it without asking.')
    return false
  }
  const answer = await tools.ask(`Type ${YES} to do all of this (a backup is a good idea): `)
  return answer.trim() === YES
}
