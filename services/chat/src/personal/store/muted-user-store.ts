import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { MutedUserObject } from '../../../wire/personal.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'

/** Whether the user was not muted already. */
export async function insertMutedUser(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  muted: { readonly id: number; readonly at: Date },
): Promise<boolean> {
  const inserted = await tx.execute(
    sql`insert into muted_user (realm_id, user_id, muted_id, created_at)
        values (${realmId}, ${userId}, ${muted.id}, ${muted.at}) on conflict do nothing`,
  )
  return inserted > 0
}

/** Whether the user was muted. */
export async function removeMutedUser(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  mutedId: number,
): Promise<boolean> {
  const removed = await tx.execute(
    sql`delete from muted_user where realm_id = ${realmId} and user_id = ${userId} and muted_id = ${mutedId}`,
  )
  return removed > 0
}

/**
 * Marks the new messages of the rows `arrived` (id, recipient_id, sender_id) as read for those who have muted their
 * senders; gives the rows `muting_readers` (user_id, ids).
 */
export function readByMuting(realmId: RealmId): Sql {
  return sql`muting as (
      select mu.user_id, m.recipient_id, range_agg(int8range(m.id, m.id + 1)) as ranges, json_agg(m.id) as ids
      from arrived m join muted_user mu on mu.realm_id = ${realmId} and mu.muted_id = m.sender_id
      group by mu.user_id, m.recipient_id),
    muting_readers as (
      update subscription s set read = s.read + muting.ranges from muting
      where s.realm_id = ${realmId} and s.user_id = muting.user_id and s.recipient_id = muting.recipient_id
      returning s.user_id, muting.ids)`
}

/** The users that a user has muted, by id. */
export async function mutedUsersOf(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly MutedUserObject[]> {
  return await tx.query<MutedUserObject>(
    sql`select muted_id as id, floor(extract(epoch from created_at))::bigint as timestamp from muted_user
        where realm_id = ${realmId} and user_id = ${userId} order by muted_id`,
  )
}
