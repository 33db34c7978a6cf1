import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { UserGroup } from '../../access/store/group.ts'
import { GROUP_SETTINGS, type GroupSettingName } from '../../access/user-group-rules.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { groupsInside, membersOfGroups } from '../../tenancy/store/group-sql.ts'

export async function isGroupNameTaken(
  tx: Tx,
  realmId: RealmId,
  name: string,
  except: number,
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from user_group where realm_id = ${realmId} and lower(name) = lower(${name})
          and id <> ${except}) as found`,
  )
  return row?.found === true
}

export interface NewGroup {
  readonly name: string
  readonly description: string
  readonly creatorId: number
  readonly createdAt: Date
  readonly settings: Readonly<Record<GroupSettingName, number>>
}

export async function insertGroup(tx: Tx, realmId: RealmId, group: NewGroup): Promise<number> {
  const { settings } = group
  const [row] = await tx.query<{ id: number }>(
    sql`insert into user_group (realm_id, name, description, creator_id, created_at, can_add_members_group,
          can_join_group, can_leave_group, can_manage_group, can_mention_group, can_remove_members_group)
        values (${realmId}, ${group.name}, ${group.description}, ${group.creatorId}, ${group.createdAt},
          ${settings.can_add_members_group}, ${settings.can_join_group}, ${settings.can_leave_group},
          ${settings.can_manage_group}, ${settings.can_mention_group}, ${settings.can_remove_members_group})
        returning id`,
  )
  return row?.id ?? 0
}

export async function updateGroup(
  tx: Tx,
  realmId: RealmId,
  id: number,
  change: {
    readonly name?: string | undefined
    readonly description?: string | undefined
    readonly isDeactivated?: boolean | undefined
  },
): Promise<void> {
  await tx.execute(
    sql`update user_group set name = coalesce(${change.name ?? null}, name),
          description = coalesce(${change.description ?? null}, description),
          is_deactivated = coalesce(${change.isDeactivated ?? null}, is_deactivated)
        where realm_id = ${realmId} and id = ${id}`,
  )
}

export async function updateGroupSetting(
  tx: Tx,
  realmId: RealmId,
  id: number,
  { name, holder }: { readonly name: GroupSettingName; readonly holder: number },
): Promise<void> {
  // The name is one of a few of our own.
  await tx.execute(
    sql`update user_group set ${trusted(name)} = ${holder} where realm_id = ${realmId} and id = ${id}`,
  )
}

/** The active members of a group, directly or including subgroups. */
export async function memberIds(
  tx: Tx,
  realmId: RealmId,
  groupId: number,
  scope: 'direct' | 'all',
): Promise<readonly number[]> {
  const members =
    scope === 'direct'
      ? sql`select user_id from user_group_member where realm_id = ${realmId} and group_id = ${groupId}`
      : membersOfGroups(realmId, sql`array[${groupId}]`)
  const rows = await tx.query<{ id: number }>(
    sql`select id from user_profile where realm_id = ${realmId} and is_active and not is_system_bot
          and id in (${members}) order by id`,
  )
  return rows.map(({ id }) => id)
}

export async function directMemberIds(
  tx: Tx,
  realmId: RealmId,
  groupId: number,
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ user_id: number }>(
    sql`select user_id from user_group_member where realm_id = ${realmId} and group_id = ${groupId}`,
  )
  return new Set(rows.map(({ user_id: id }) => id))
}

/** The named groups that a user is a direct member of. */
export async function namedGroupsWith(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly Pick<UserGroup, 'id' | 'is_deactivated'>[]> {
  return await tx.query(
    sql`select g.id, g.is_deactivated from user_group_member m join user_group g on g.realm_id = m.realm_id and g.id = m.group_id
        where m.realm_id = ${realmId} and m.user_id = ${userId} and g.name is not null order by g.id`,
  )
}

/** The named groups inside a group, directly or at any depth. */
export async function subgroupIds(
  tx: Tx,
  realmId: RealmId,
  groupId: number,
  scope: 'direct' | 'all',
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    scope === 'direct'
      ? sql`select subgroup_id as id from user_group_subgroup
            where realm_id = ${realmId} and group_id = ${groupId} order by subgroup_id`
      : sql`select g.id from (${groupsInside(realmId, sql`array[${groupId}]`)}) g where g.id <> ${groupId} order by g.id`,
  )
  return rows.map(({ id }) => id)
}

/** The direct members of a group: users or groups. */
export type GroupContent =
  | { readonly users: readonly number[] }
  | { readonly subgroups: readonly number[] }

/** The table that holds it. */
function placeOf(content: GroupContent): {
  readonly table: Sql
  readonly column: Sql
  readonly ids: readonly number[]
} {
  return 'users' in content
    ? { table: sql`user_group_member`, column: sql`user_id`, ids: content.users }
    : { table: sql`user_group_subgroup`, column: sql`subgroup_id`, ids: content.subgroups }
}

/** Adds to a group what is not yet in it. */
export async function addToGroup(
  tx: Tx,
  realmId: RealmId,
  groupId: number,
  content: GroupContent,
): Promise<void> {
  const { table, column, ids } = placeOf(content)
  await tx.execute(
    sql`insert into ${table} (realm_id, group_id, ${column})
        select ${realmId}, ${groupId}, id from unnest(${ids}::bigint[]) id`,
  )
}

export async function removeFromGroup(
  tx: Tx,
  realmId: RealmId,
  groupId: number,
  content: GroupContent,
): Promise<void> {
  const { table, column, ids } = placeOf(content)
  await tx.execute(
    sql`delete from ${table} where realm_id = ${realmId} and group_id = ${groupId} and ${column} = any(${ids}::bigint[])`,
  )
}

/** Where a group is still used. */
export interface GroupUse {
  readonly supergroupIds: readonly number[]
  readonly groups: readonly { readonly group_id: number; readonly settings: readonly string[] }[]
  readonly channels: readonly {
    readonly channel_id: number
    readonly settings: readonly string[]
  }[]
  /** The group itself and the unnamed groups that contain it: what a setting may refer to. */
  readonly holders: readonly number[]
}

/** Settings that would become meaningless without the group. */
export async function usesOfGroup(
  tx: Tx,
  realmId: RealmId,
  groupId: number,
  channelSettings: readonly string[],
): Promise<GroupUse> {
  const above = await tx.query<{ id: number; is_named: boolean }>(
    sql`select g.id, g.name is not null as is_named from user_group_subgroup s
        join user_group g on g.realm_id = s.realm_id and g.id = s.group_id
        where s.realm_id = ${realmId} and s.subgroup_id = ${groupId} and not g.is_deactivated order by g.id`,
  )
  const holders = [groupId, ...above.filter((one) => !one.is_named).map(({ id }) => id)]
  return {
    supergroupIds: above.filter((one) => one.is_named).map(({ id }) => id),
    holders,
    groups: await tx.query(
      sql`select g.id as group_id, to_json(array_agg(v.name order by v.name)) as settings from user_group g
          cross join lateral (values ${pairs('g', GROUP_SETTINGS)}) as v (name, holder)
          where g.realm_id = ${realmId} and g.name is not null and not g.is_deactivated
            and v.holder = any(${holders}::bigint[]) and g.id <> ${groupId}
          group by g.id order by g.id`,
    ),
    channels: await tx.query(
      sql`select st.id as channel_id, to_json(array_agg(v.name order by v.name)) as settings from stream st
          cross join lateral (values ${pairs('st', channelSettings)}) as v (name, holder)
          where st.realm_id = ${realmId} and not st.is_archived and v.holder = any(${holders}::bigint[])
          group by st.id order by st.id`,
    ),
  }
}

function pairs(table: string, names: readonly string[]) {
  return trusted(names.map((name) => `('${name}', ${table}.${name})`).join(', '))
}
