import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import { isGuest, type Viewer } from '../realm/viewer.ts'

/** Whether two users share a conversation. */
function share(realmId: number, one: Sql, other: Sql): Sql {
  return sql`exists (select 1 from subscription mine join subscription theirs
      on theirs.realm_id = mine.realm_id and theirs.recipient_id = mine.recipient_id and theirs.user_id = ${other}
        and (theirs.stream_id is null or theirs.is_active)
    where mine.realm_id = ${realmId} and mine.user_id = ${one} and (mine.stream_id is null or mine.is_active))`
}

/**
 * Whether the viewer may know the user `u`: an organization may let its guests know only bots and those with whom they
 * share a conversation.
 */
export function knownPeople(viewer: Viewer): Sql {
  if (!isGuest(viewer)) return sql`true`
  const { realmId, userId } = viewer
  return sql`(u.id = ${userId} or u.bot_type is not null
    or (select coalesce((r.settings ->> 'can_access_all_users_group')::bigint = any(${[...viewer.groups]}::bigint[]), true)
      from realm r where r.id = ${realmId})
    or ${share(realmId, sql`${userId}`, sql`u.id`)})`
}

/** The guests who may not know a user, and so hear nothing of them. */
export async function strangersTo(
  tx: Tx,
  realmId: number,
  userId: number,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select u.id from realm r join user_profile u on u.realm_id = r.id and u.role = 600 and u.is_active
        where r.id = ${realmId} and r.settings ->> 'can_access_all_users_group' is not null and u.id <> ${userId}
          and u.id not in (select members_of(${realmId}, (r.settings ->> 'can_access_all_users_group')::bigint))
          and not exists (select 1 from user_profile b where b.realm_id = r.id and b.id = ${userId} and b.bot_type is not null)
          and not ${share(realmId, sql`u.id`, sql`${userId}`)} order by u.id`,
  )
  return rows.map(({ id }) => id)
}
