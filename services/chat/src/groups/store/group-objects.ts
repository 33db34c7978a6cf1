import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { GroupObject } from '../../../wire/groups.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { groupSetting } from '../../tenancy/store/group-sql.ts'
import { jsonValue } from '../../tenancy/store/json-value.ts'

/** The named user groups as the API shows them, by id. */
export async function userGroups(
  tx: Tx,
  realmId: RealmId,
  which: 'active' | 'all',
): Promise<readonly GroupObject[]> {
  return await groupObjects(tx, realmId, which === 'all' ? sql`true` : sql`not g.is_deactivated`)
}

/** One of them, deactivated or not. */
export async function userGroup(tx: Tx, realmId: RealmId, id: number): Promise<GroupObject> {
  const [group] = await groupObjects(tx, realmId, sql`g.id = ${id}`)
  if (group === undefined) throw new Error(`there is no group ${id}`)
  return group
}

/** `which` is over `g`, the group. */
async function groupObjects(tx: Tx, realmId: RealmId, which: Sql): Promise<readonly GroupObject[]> {
  const setting = (column: Sql) => groupSetting(realmId, column)
  return await jsonValue(
    tx,
    sql`select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'description', g.description,
          'creator_id', g.creator_id, 'date_created', floor(extract(epoch from g.created_at))::bigint,
          'is_system_group', g.is_system, 'deactivated', g.is_deactivated,
          'members', coalesce((select json_agg(m.user_id order by m.user_id) from user_group_member m
            join user_profile u on u.realm_id = ${realmId} and u.id = m.user_id and u.is_active and not u.is_system_bot
            where m.realm_id = ${realmId} and m.group_id = g.id), '[]'),
          'direct_subgroup_ids', coalesce((select json_agg(s.subgroup_id order by s.subgroup_id) from user_group_subgroup s
            where s.realm_id = ${realmId} and s.group_id = g.id), '[]'),
          'can_add_members_group', ${setting(sql`g.can_add_members_group`)}, 'can_join_group', ${setting(sql`g.can_join_group`)},
          'can_leave_group', ${setting(sql`g.can_leave_group`)}, 'can_manage_group', ${setting(sql`g.can_manage_group`)},
          'can_mention_group', ${setting(sql`g.can_mention_group`)},
          'can_remove_members_group', ${setting(sql`g.can_remove_members_group`)}) order by g.id), '[]') as value
        from user_group g where g.realm_id = ${realmId} and g.name is not null
          and ${which}`,
  )
}
