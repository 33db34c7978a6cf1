import { withName } from '@oficina/kit/sql.ts'

import type { Model, Registry } from '../../dictionary/types.ts'
import { looksForPatterns } from '../../query/listing/filter-sql.ts'
import type { GroupPlan } from '../../query/listing/group-plan.ts'
import { groupSql, type GroupRow } from '../../query/listing/group-sql.ts'
import type { ListingPlan } from '../../query/listing/listing-plan.ts'
import { listingSql, type ListingRow } from '../../query/listing/listing-sql.ts'
import type { RecordPlan } from '../../query/record-request.ts'
import { readName, readSql, type KeptIf } from '../../query/record-sql.ts'
import type { CompanyRead, EmpresaId } from '../tenant-database.ts'

/**
 * One row: the page's records and what is said about them.
 * @param registry the dictionary as the caller sees it
 * @param of `isSpread`: Citus distributes the database
 */
export function listingRead(
  registry: Registry,
  plan: ListingPlan,
  { empresa, isSpread }: { readonly empresa: EmpresaId; readonly isSpread: boolean },
): CompanyRead<ListingRow> {
  const planning = looksForPatterns(plan) ? 'own' : 'shared'
  // A plan of its own can go by how many records the company has; a spread database finds its node by the value.
  const counted = planning === 'shared' && !isSpread ? 'by view' : 'by value'
  const { text, values } = listingSql(registry, plan, empresa, counted)
  // The statement selects these columns.
  return { statement: { text, values }, planning, rowsOf: (rows) => rows as readonly ListingRow[] }
}

/** One row: the page's groups, and how many there are. @param registry the dictionary as the caller sees it */
export function groupsRead(
  registry: Registry,
  plan: GroupPlan,
  empresa: EmpresaId,
): CompanyRead<GroupRow> {
  const { text, values } = groupSql(registry, plan, empresa)
  const planning = looksForPatterns(plan) ? 'own' : 'shared'
  // The statement selects these columns.
  return { statement: { text, values }, planning, rowsOf: (rows) => rows as readonly GroupRow[] }
}

export interface RecordRow {
  /** JSON text as the database made it. */
  readonly record: string
  /** Null for a record that all companies share. */
  readonly version: number | null
  /** Whether the service keeps it as it is; absent where nothing was asked. */
  readonly kept?: boolean
}

/** No row, or the record as the caller sees it. */
export function recordRead(
  registries: { readonly whole: Registry; readonly seen: Registry },
  key: { readonly model: Model; readonly empresa: EmpresaId; readonly id: string },
  plan: RecordPlan,
  keptIf?: KeptIf,
): CompanyRead<RecordRow> {
  const registry = registries.seen
  const statement = readSql(registry, { ...key, empresaId: key.empresa }, plan, keptIf)
  const { isChosen, withStr, withLines } = plan
  const name = isChosen
    ? undefined
    : readName(registries.whole, { registry, model: key.model, isLean: !withStr, withLines })
  return {
    statement: withName(
      keptIf === undefined || name === undefined ? name : `${name}:kept`,
      statement,
    ),
    planning: 'shared',
    // The statement selects these columns.
    rowsOf: (rows) => rows as readonly RecordRow[],
  }
}
