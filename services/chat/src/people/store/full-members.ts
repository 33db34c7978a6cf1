import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { ROLE_SQL } from '../../tenancy/store/role-sql.ts'

/** What one pass changed in `role:fullmembers`. */
export interface FullMemberChange {
  readonly groupId: number
  /** Those who are listed as members: active users. */
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/** Makes `role:fullmembers` contain exactly the members whose accounts have the required age. */
export async function syncFullMembers(
  tx: Tx,
  realmId: RealmId,
  createdUntil: Date,
): Promise<FullMemberChange> {
  const [group] = await tx.query<{ id: number }>(
    sql`select id from user_group where realm_id = ${realmId} and is_system and name = 'role:fullmembers'`,
  )
  const groupId = group?.id ?? 0
  const removed = await tx.query<{ user_id: number; is_listed: boolean }>(
    sql`delete from user_group_member m using user_profile u where m.realm_id = ${realmId} and m.group_id = ${groupId}
          and u.realm_id = m.realm_id and u.id = m.user_id and (u.role <> ${ROLE_SQL.member} or u.created_at > ${createdUntil})
        returning m.user_id, u.is_active and not u.is_system_bot as is_listed`,
  )
  const added = await tx.query<{ user_id: number; is_listed: boolean }>(
    sql`with added as (
          insert into user_group_member (realm_id, group_id, user_id)
          select realm_id, ${groupId}, id from user_profile
          where realm_id = ${realmId} and role = ${ROLE_SQL.member} and created_at <= ${createdUntil}
          on conflict do nothing returning user_id)
        select a.user_id, u.is_active and not u.is_system_bot as is_listed from added a
        join user_profile u on u.realm_id = ${realmId} and u.id = a.user_id`,
  )
  const idsOf = (rows: typeof added) =>
    rows
      .filter(({ is_listed: isListed }) => isListed)
      .map(({ user_id: id }) => id)
      .toSorted((a, b) => a - b)
  return { groupId, added: idsOf(added), removed: idsOf(removed) }
}

/** The organizations with a waiting period, in days. */
export async function waitingRealms(
  tx: Tx,
): Promise<readonly { readonly id: RealmId; readonly days: number }[]> {
  return await tx.query(
    sql`select id, (settings ->> 'waiting_period_threshold')::integer as days from realm
        where (settings ->> 'waiting_period_threshold')::integer > 0 and not is_deactivated`,
  )
}
