import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import {
  directSystemGroups,
  SYSTEM_GROUP_DESCRIPTIONS,
  SYSTEM_GROUPS,
  type Role,
  type SystemGroup,
} from '../../tenancy/roles.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'

export interface NewAccount {
  readonly deliveryEmail: string
  readonly fullName: string
  readonly role: Role
  readonly passwordHash: string | null
  readonly apiKeyHash: Buffer
  readonly apiKeyCipher: Buffer
  readonly createdAt: Date
  readonly botType?: number
  readonly botOwnerId?: number
  readonly isSystemBot?: boolean
}

/** Adds an account with its place in the system groups; the answer is its id. */
export async function insertAccount(
  tx: Tx,
  realmId: RealmId,
  account: NewAccount,
  isFullMember: boolean,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    sql`insert into user_profile (realm_id, delivery_email, full_name, role, password_hash, api_key_hash,
          api_key_cipher, created_at, bot_type, bot_owner_id, is_system_bot)
        values (${realmId}, ${account.deliveryEmail}, ${account.fullName}, ${account.role}, ${account.passwordHash},
          ${account.apiKeyHash}, ${account.apiKeyCipher}, ${account.createdAt}, ${account.botType ?? null},
          ${account.botOwnerId ?? null}, ${account.isSystemBot ?? false}) returning id`,
  )
  const id = row?.id ?? 0
  await joinSystemGroups(tx, realmId, id, directSystemGroups(account.role, isFullMember))
  return id
}

/** Makes a user a direct member of exactly these system groups. */
export async function joinSystemGroups(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  groups: readonly SystemGroup[],
): Promise<void> {
  await tx.execute(
    sql`delete from user_group_member m using user_group g
        where m.realm_id = ${realmId} and m.user_id = ${userId}
          and g.realm_id = m.realm_id and g.id = m.group_id and g.is_system`,
  )
  await tx.execute(
    sql`insert into user_group_member (realm_id, group_id, user_id)
        select realm_id, id, ${userId} from user_group
        where realm_id = ${realmId} and is_system and name = any(${groups})`,
  )
}

/** Adds a realm with its system groups; the answer is its id. */
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

// Any constant will do that nothing else of this service locks.
const FIRST_REALM_LOCK = 7_266_501

/** Of two processes that start on an empty database one waits until the other has made the first organization. */
export async function lockFirstRealm(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_REALM_LOCK})`)
}

export async function hasRealm(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from realm) as found`,
  )
  return row?.found === true
}

/** Notes the address under which an organization is reached, as the environment says now. */
export async function setRealmUrl(tx: Tx, host: string, url: string | undefined): Promise<void> {
  const address = url?.replace(/\/+$/, '') ?? null
  await tx.execute(
    sql`update realm set url = ${address} where host = ${host.toLowerCase()} and url is distinct from ${address}`,
  )
}
