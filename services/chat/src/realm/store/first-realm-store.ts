import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { SYSTEM_GROUP_DESCRIPTIONS, SYSTEM_GROUPS } from '../../tenancy/roles.ts'

/** Adds a realm with its system groups; returns its id. */
export async function insertRealm(
  tx: Tx,
  realm: { readonly host: string; readonly name: string; readonly createdAt: Date },
): Promise<RealmId> {
  const [row] = await tx.query<{ id: RealmId }>(
    sql`insert into realm (host, name, created_at)
        values (${realm.host.toLowerCase()}, ${realm.name}, ${realm.createdAt}) returning id`,
  )
  if (row === undefined) throw new Error('an insert returns its row')
  const realmId = row.id
  await tx.execute(
    sql`insert into realm_address (host, realm_id) values (${realm.host.toLowerCase()}, ${realmId})`,
  )
  await tx.execute(
    sql`insert into user_group (realm_id, name, description, is_system, created_at)
        select ${realmId}, g.name, g.description, true, ${realm.createdAt}
        from unnest(${SYSTEM_GROUPS}::text[], ${SYSTEM_GROUPS.map((name) => SYSTEM_GROUP_DESCRIPTIONS[name])}::text[])
          with ordinality as g (name, description, position) order by g.position`,
  )
  // Each is inside the next one; nobody is in role:nobody.
  const chain = SYSTEM_GROUPS.filter((name) => name !== 'role:nobody')
  await tx.execute(
    sql`insert into user_group_subgroup (realm_id, group_id, subgroup_id)
        select ${realmId}, outer_group.id, inner_group.id
        from unnest(${chain.slice(1)}::text[], ${chain.slice(0, -1)}::text[]) as c (outer_name, inner_name)
        join user_group outer_group on outer_group.realm_id = ${realmId} and outer_group.name = c.outer_name
        join user_group inner_group on inner_group.realm_id = ${realmId} and inner_group.name = c.inner_name`,
  )
  await tx.execute(
    sql`update user_group set (can_add_members_group, can_join_group, can_leave_group, can_manage_group,
            can_mention_group, can_remove_members_group) =
          (select nobody.id, nobody.id, nobody.id, nobody.id,
             case when user_group.name in ('role:internet', 'role:owners') then nobody.id else members.id end, nobody.id
           from user_group nobody, user_group members
           where nobody.realm_id = ${realmId} and nobody.name = 'role:nobody'
             and members.realm_id = ${realmId} and members.name = 'role:members')
        where realm_id = ${realmId} and is_system`,
  )
  return realmId
}

// Any constant that nothing else of this service locks.
const FIRST_REALM_LOCK = 7_266_501

/** Of two processes that start on an empty database, one waits until the other has created the first organization. */
export async function lockFirstRealm(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_REALM_LOCK})`)
}

export async function hasRealm(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from realm_address) as found`,
  )
  return row?.found === true
}
