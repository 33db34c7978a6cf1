import type { Tx } from '@oficina/kit/database.ts'

import type { Registry } from '../../dictionary/types.ts'
import type { DependentRecords } from '../../errors.ts'
import { dependentsSql } from '../../query/record-sql.ts'
import type { RecordsOf } from './line-store.ts'

/** Finds the records that refer to these and stay, by model, found in one round trip; null when there are none. */
export async function findDependents(
  registry: Registry,
  tx: Tx,
  key: RecordsOf & {
    readonly ids: readonly string[]
    /** All that is deleted, these records included, by model. */
    readonly leaving: ReadonlyMap<string, readonly string[]>
  },
): Promise<Readonly<Record<string, DependentRecords>> | null> {
  const statement = dependentsSql(registry, { ...key, empresaId: key.empresa })
  if (statement === null) return null
  const rows = await tx.query<{ model: string; count: number; ids: readonly string[] }>(statement)
  if (rows.length === 0) return null
  return Object.fromEntries(
    rows.map(({ model, count, ids }) => [model, { count, ids: ids.map(Number) }]),
  )
}
