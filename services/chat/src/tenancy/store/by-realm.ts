import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../realm-id.ts'

/** The organizations, in the order of their numbers. Asks all of them. */
export async function allRealms(tx: Tx): Promise<readonly RealmId[]> {
  const rows = await tx.query<{ id: RealmId }>(
    sql`select realm_id as id from realm_address order by realm_id`,
  )
  return rows.map(({ id }) => id)
}

/** Rows of a table with which something is to be done. */
interface Due {
  readonly table: Sql
  readonly condition: Sql
  /** The least of a realm says when it is its turn. */
  readonly order: Sql
}

/**
 * Takes at most so many rows of all organizations, from one after the other, those first that have waited longest:
 * which ones wait is asked of all, but rows are locked in one realm at a time, since a realm's may lie on a server of
 * their own.
 */
export async function takeByRealm<T>(
  tx: Tx,
  due: Due,
  limit: number,
  take: (realmId: RealmId, limit: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const taken: T[] = []
  for (const realmId of await realmsThatWait(tx, due, limit)) {
    if (taken.length >= limit) break
    taken.push(...(await take(realmId, limit - taken.length)))
  }
  return taken
}

/** The organizations with such rows, those first that have waited longest. Asks all of them. */
export async function realmsThatWait(
  tx: Tx,
  { table, condition, order }: Due,
  limit: number,
): Promise<readonly RealmId[]> {
  const rows = await tx.query<{ id: RealmId }>(
    sql`select realm_id as id from ${table} where ${condition} group by realm_id order by min(${order}), realm_id
        limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}
