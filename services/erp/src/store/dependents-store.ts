import type { Tx } from '@oficina/kit/database.ts'

import type { Registry } from '../dictionary/types.ts'
import type { DependentRecords } from '../errors.ts'
import { dependentsSql } from '../query/record-sql.ts'
import type { RecordKey } from './record-store.ts'

/** The records that refer to this one, by model, found in one round trip; null when there are none. */
export async function findDependents(
  registry: Registry,
  tx: Tx,
  key: RecordKey,
): Promise<Readonly<Record<string, DependentRecords>> | null> {
  const statement = dependentsSql(registry, { ...key, empresaId: key.empresa })
  if (statement === null) return null
  const rows = await tx.query<{ model: string; count: number; ids: readonly string[] }>(statement)
  if (rows.length === 0) return null
  return Object.fromEntries(
    rows.map(({ model, count, ids }) => [model, { count, ids: ids.map(Number) }]),
  )
}
