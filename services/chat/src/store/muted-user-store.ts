import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** Whether the user was not muted already. */
export async function insertMutedUser(
  tx: Tx,
  realmId: number,
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
  realmId: number,
  userId: number,
  mutedId: number,
): Promise<boolean> {
  const removed = await tx.execute(
    sql`delete from muted_user where realm_id = ${realmId} and user_id = ${userId} and muted_id = ${mutedId}`,
  )
  return removed > 0
}
