import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

export interface StoredPair {
  readonly key: string
  readonly value: string
}

/** All of a user's stored values, or those of the given keys. */
export async function storedPairs(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  keys: readonly string[] | null,
): Promise<readonly StoredPair[]> {
  return await tx.query<StoredPair>(
    sql`select key, value from bot_storage where realm_id = ${realmId} and user_id = ${userId}
          and (${keys}::text[] is null or key = any(${keys})) order by key`,
  )
}

/** How much a user has stored, keys and values together, in characters. */
export async function storedCharacters(tx: Tx, realmId: RealmId, userId: number): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    sql`select coalesce(sum(length(key) + length(value)), 0)::bigint as total from bot_storage
        where realm_id = ${realmId} and user_id = ${userId}`,
  )
  return row?.total ?? 0
}

/** Stores pairs; no key may occur twice. */
export async function storePairs(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  pairs: readonly StoredPair[],
): Promise<void> {
  await tx.execute(
    sql`insert into bot_storage (realm_id, user_id, key, value)
        select ${realmId}, ${userId}, p.key, p.value
        from unnest(${pairs.map(({ key }) => key)}::text[], ${pairs.map(({ value }) => value)}::text[]) as p (key, value)
        on conflict (realm_id, user_id, md5(key)) do update set value = excluded.value`,
  )
}

/** Removes the keys, or everything; returns how many there were. */
export async function removePairs(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  keys: readonly string[] | null,
): Promise<number> {
  return await tx.execute(
    sql`delete from bot_storage where realm_id = ${realmId} and user_id = ${userId}
          and (${keys}::text[] is null or key = any(${keys}))`,
  )
}
