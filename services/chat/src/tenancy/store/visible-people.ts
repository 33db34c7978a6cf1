import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../realm-id.ts'
import { isGuest, type Viewer } from '../viewer.ts'
import { membersOfGroups } from './group-sql.ts'
import { ROLE_SQL } from './role-sql.ts'

/** Whether two users share a conversation; `which` may exclude some. */
function share(realmId: RealmId, one: Sql, other: Sql, which: Sql = sql`true`): Sql {
  return sql`exists (select 1 from subscription mine join subscription theirs
      on theirs.realm_id = mine.realm_id and theirs.recipient_id = mine.recipient_id and theirs.user_id = ${other}
        and (theirs.stream_id is null or theirs.is_active)
    where mine.realm_id = ${realmId} and mine.user_id = ${one} and (mine.stream_id is null or mine.is_active) and ${which})`
}

/**
 * Whether the viewer may see the user `u`: an organization may let its guests see only bots and those with whom they
 * share a conversation.
 */
export function visiblePeople(viewer: Viewer): Sql {
  if (!isGuest(viewer)) return sql`true`
  const { realmId, userId } = viewer
  return sql`(u.id = ${userId} or u.bot_type is not null
    or (select coalesce((r.settings ->> 'can_access_all_users_group')::bigint = any(${[...viewer.groups]}::bigint[]), true)
      from realm r where r.id = ${realmId})
    or ${share(realmId, sql`${userId}`, sql`u.id`)})`
}

/** Whether the viewer may see a user. */
export async function isVisibleTo(tx: Tx, viewer: Viewer, userId: number): Promise<boolean> {
  const [row] = await tx.query<{ is_known: boolean }>(
    sql`select ${visiblePeople(viewer)} as is_known from user_profile u
        where u.realm_id = ${viewer.realmId} and u.id = ${userId}`,
  )
  return row?.is_known === true
}

/** The guests who may not see a user, and so get no events about that user. */
export async function guestsWhoCannotSee(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly number[]> {
  const limit = sql`array(select (settings ->> 'can_access_all_users_group')::bigint from realm where id = ${realmId})`
  const rows = await tx.query<{ id: number }>(
    sql`select u.id from realm r join user_profile u on u.realm_id = r.id and u.role = ${ROLE_SQL.guest} and u.is_active
        where r.id = ${realmId} and r.settings ->> 'can_access_all_users_group' is not null and u.id <> ${userId}
          and u.id not in (${membersOfGroups(realmId, limit)})
          and not exists (select 1 from user_profile b where b.realm_id = ${realmId} and b.id = ${userId} and b.bot_type is not null)
          and not ${share(realmId, sql`u.id`, sql`${userId}`)} order by u.id`,
  )
  return rows.map(({ id }) => id)
}

/** A user, and guests whose only shared conversation is a certain one. */
export interface Tie {
  readonly userId: number
  readonly guestIds: readonly number[]
}

/**
 * Users that guests may see through this conversation and no other. For a channel, whose members come and go: only
 * pairs with one of `moved`, who is a member or was one until now.
 */
export async function onlyTies(
  tx: Tx,
  realmId: RealmId,
  recipientId: number,
  moved?: readonly number[],
): Promise<readonly Tie[]> {
  const [limit] = await tx.query<{ group: number }>(
    sql`select (settings ->> 'can_access_all_users_group')::bigint as "group" from realm
        where id = ${realmId} and settings ->> 'can_access_all_users_group' is not null`,
  )
  if (limit === undefined) return []
  const elsewhere = sql`mine.recipient_id <> ${recipientId}`
  const isIn = (member: Sql) =>
    moved === undefined
      ? sql`true`
      : sql`(${member}.is_active or ${member}.user_id = any(${moved}::bigint[]))`
  const hasMoved =
    moved === undefined
      ? sql`true`
      : sql`(g.id = any(${moved}::bigint[]) or u.id = any(${moved}::bigint[]))`
  return await tx.query<Tie>(
    sql`select u.id as "userId", array_agg(g.id order by g.id) as "guestIds"
        from subscription sg
          join user_profile g on g.realm_id = sg.realm_id and g.id = sg.user_id and g.role = ${ROLE_SQL.guest} and g.is_active
          join subscription su on su.realm_id = sg.realm_id and su.recipient_id = sg.recipient_id and su.user_id <> g.id
          join user_profile u on u.realm_id = su.realm_id and u.id = su.user_id and u.bot_type is null
        where sg.realm_id = ${realmId} and sg.recipient_id = ${recipientId}
          and ${isIn(sql`sg`)} and ${isIn(sql`su`)} and ${hasMoved}
          and g.id not in (${membersOfGroups(realmId, sql`array[${limit.group}::bigint]`)})
          and not ${share(realmId, sql`g.id`, sql`u.id`, elsewhere)}
        group by u.id order by u.id`,
  )
}
