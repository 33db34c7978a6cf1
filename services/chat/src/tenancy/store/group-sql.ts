import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../realm-id.ts'

// Written into each statement and not called as functions of the database: where the rows of a realm lie on another
// server, a function would not be asked there.

/** Every group that a user is in, directly or through subgroups, as an array; `user` is an expression. */
export function groupsOfUser(realmId: RealmId, user: Sql): Sql {
  return sql`(with recursive held (id) as (
      select m.group_id from user_group_member m where m.realm_id = ${realmId} and m.user_id = ${user}
      union
      select s.group_id from user_group_subgroup s join held on s.subgroup_id = held.id where s.realm_id = ${realmId})
    select coalesce(array_agg(held.id), '{}') from held)`
}

/** The ids of the groups that are inside groups, themselves included; `groups` is an array. */
export function groupsInside(realmId: RealmId, groups: Sql): Sql {
  return sql`with recursive inside (id) as (
      select unnest(${groups}::bigint[])
      union
      select s.subgroup_id from user_group_subgroup s join inside on s.group_id = inside.id where s.realm_id = ${realmId})
    select inside.id from inside`
}

/** The ids of all users in groups, directly or through subgroups; `groups` is an array. */
export function membersOfGroups(realmId: RealmId, groups: Sql): Sql {
  return sql`select m.user_id from user_group_member m
    where m.realm_id = ${realmId} and m.group_id in (${groupsInside(realmId, groups)})`
}

/**
 * A group setting as the API shows it: the id of a group with a name, else its direct members and subgroups; `group` is
 * an expression.
 */
export function groupSetting(realmId: RealmId, group: Sql): Sql {
  return sql`(select case when holder.name is not null then to_jsonb(holder.id) else jsonb_build_object(
      'direct_members', coalesce((select jsonb_agg(m.user_id order by m.user_id) from user_group_member m
        where m.realm_id = ${realmId} and m.group_id = holder.id), '[]'),
      'direct_subgroups', coalesce((select jsonb_agg(s.subgroup_id order by s.subgroup_id) from user_group_subgroup s
        where s.realm_id = ${realmId} and s.group_id = holder.id), '[]')) end
    from user_group holder where holder.realm_id = ${realmId} and holder.id = ${group})`
}
