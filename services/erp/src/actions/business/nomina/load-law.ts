import type { Database, Tx } from '@oficina/kit/database.ts'

import type { Registry } from '../../../dictionary/types.ts'
import { LAW_REFERENCE } from '../../../messages/law-tables.ts'
import type { Message } from '../../../messages/message.ts'
import {
  catalogTexts,
  changeCatalogs,
  NothingThere,
  writeCatalog,
} from '../../../store/catalogs/catalog-store.ts'
import { checkLaw } from './decisions/check-law.ts'
import type { MissingTable } from './decisions/law-found.ts'
import { missingLaw, reachOf } from './decisions/missing-law.ts'
import type { LawFile } from './law-files.ts'
import { readLawRows } from './store/law-store.ts'

/** A row that a load changes: a field, and what it said before. */
interface LawChange {
  readonly key: string
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** What a load did to one table. */
export interface LawTableLoad {
  readonly model: string
  readonly rows: number
  readonly added: number
  readonly changes: readonly LawChange[]
}

export interface LawLoad {
  readonly tables: readonly LawTableLoad[]
  /** Why nothing was kept. */
  readonly problems: readonly Message[]
  /** What the law's tables still lack, up to the end of the year that follows. */
  readonly missing: readonly MissingTable[]
}

// Of what holds since before there were computers to what is announced for the next century.
const ALL_YEARS = { from: 1900, to: 2100 }

/**
 * Writes files of the law's tables, all of them or nothing: known rows by their natural key, new ones added, none removed.
 * What comes out is held to what such tables are: no gaps or overlaps of validity, tariffs that ascend without a hole.
 * @param today the day from which on it is told what is missing
 */
export async function loadLaw(
  owner: Database,
  registry: Registry,
  {
    files,
    isDryRun,
    onTable,
    today,
  }: {
    readonly files: readonly LawFile[]
    readonly isDryRun: boolean
    readonly onTable: (load: LawTableLoad) => void
    readonly today: string
  },
): Promise<LawLoad> {
  return await changeCatalogs(owner, async (tx) => {
    const tables: LawTableLoad[] = []
    for (const file of files) {
      const table = await writeFile(tx, registry, file)
      if ('problem' in table) return undone({ tables, problems: [table.problem], missing: [] })
      onTable(table)
      tables.push(table)
    }
    const rows = await readLawRows(tx, ALL_YEARS)
    const problems = checkLaw(
      rows,
      files.map(({ model }) => model.name),
    )
    const missing = missingLaw(rows, today, reachOf(today, 'next year'))
    const load = { tables, problems, missing }
    return problems.length > 0 || isDryRun ? undone(load) : { value: load, isKept: true }
  })
}

function undone(value: LawLoad) {
  return { value, isKept: false }
}

async function writeFile(
  tx: Tx,
  registry: Registry,
  { fields, file, model, rows, text }: LawFile,
): Promise<LawTableLoad | { readonly problem: Message }> {
  const before = await catalogTexts(tx, registry, { model, fields })
  try {
    await writeCatalog(tx, registry, { model, text, file, kept: [] })
  } catch (error) {
    if (!(error instanceof NothingThere)) throw error
    const { key, line, target } = error
    return { problem: LAW_REFERENCE({ place: `${file}:${line}`, model: target, key }) }
  }
  const after = await catalogTexts(tx, registry, { model, fields })
  const changes = [...after].flatMap(([key, texts]) => {
    const old = before.get(key)
    if (old === undefined) return []
    return fields.flatMap(({ name }, index): LawChange[] => {
      const [was, is] = [old[index] ?? null, texts[index] ?? null]
      return was === is ? [] : [{ key, field: name, before: was, after: is }]
    })
  })
  return { model: model.name, rows, added: after.size - before.size, changes }
}
