import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

/** The conversation of exactly these users, sorted; undefined when they have never written to each other. */
export async function recipientOfUsers(
  tx: Tx,
  realmId: RealmId,
  userIds: readonly number[],
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(
    sql`select id from recipient where realm_id = ${realmId} and user_ids = ${userIds}::bigint[]`,
  )
  return row?.id
}

/** The same, created if it does not exist, with a row for every participant. */
export async function ensureRecipientOfUsers(
  tx: Tx,
  realmId: RealmId,
  userIds: readonly number[],
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const known = await recipientOfUsers(tx, realmId, userIds)
  if (known !== undefined) return { id: known, isNew: false }
  const [made] = await tx.query<{ id: number }>(
    sql`insert into recipient (realm_id, user_ids) values (${realmId}, ${userIds}::bigint[])
        on conflict (realm_id, user_ids) where user_ids is not null do nothing returning id`,
  )
  const id = made?.id ?? (await recipientOfUsers(tx, realmId, userIds)) ?? 0
  await tx.execute(
    sql`insert into subscription (realm_id, user_id, recipient_id, history, read)
        select ${realmId}, user_id, ${id}, '{[0,)}', '{}' from unnest(${userIds}::bigint[]) user_id
        on conflict do nothing`,
  )
  return { id, isNew: true }
}

/** Whether exactly these users, sorted, have ever written to each other. */
export async function hasConversed(
  tx: Tx,
  realmId: RealmId,
  userIds: readonly number[],
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from recipient r join message m on m.realm_id = r.realm_id and m.recipient_id = r.id
          where r.realm_id = ${realmId} and r.user_ids = ${userIds}::bigint[]) as found`,
  )
  return row?.found === true
}
