import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { GROUP_SETTINGS } from '../../access/user-group-rules.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { ROLE_SQL } from '../../tenancy/store/role-sql.ts'

/** Rows by column; those that refer to others do it by the ids of this server. */
export type NewRows = readonly Readonly<Record<string, unknown>>[]

const PER_STATEMENT = 2_000

/** The rows of one statement, some at a time, numbered so that ids follow their order. */
function* portions(rows: NewRows): Generator<string> {
  for (let at = 0; at < rows.length; at += PER_STATEMENT) {
    const part = rows.slice(at, at + PER_STATEMENT)
    yield JSON.stringify(part.map((row, index) => ({ position: index, ...row })))
  }
}

/** Runs an insert of numbered rows for all of them; returns the new ids in the order of the rows. */
export async function insertNumbered(
  tx: Tx,
  rows: NewRows,
  statement: (json: string) => Sql,
): Promise<readonly number[]> {
  const ids: number[] = []
  for (const json of portions(rows)) {
    const made = await tx.query<{ id: number }>(statement(json))
    ids.push(...made.map(({ id }) => id).toSorted((a, b) => a - b))
  }
  return ids
}

/** The same for rows without ids. */
export async function insertAll(
  tx: Tx,
  rows: NewRows,
  statement: (json: string) => Sql,
): Promise<void> {
  for (const json of portions(rows)) await tx.execute(statement(json))
}

export async function insertUsers(
  tx: Tx,
  realmId: RealmId,
  rows: NewRows,
): Promise<readonly number[]> {
  return await insertNumbered(
    tx,
    rows,
    (
      json,
    ) => sql`insert into user_profile (realm_id, delivery_email, full_name, role, is_active, bot_type, created_at, timezone,
        email_address_visibility, is_system_bot, api_key_hash, api_key_cipher, settings)
      select ${realmId}, delivery_email, full_name, role, is_active, bot_type, created_at, timezone, email_address_visibility,
        is_system_bot, decode(api_key_hash, 'hex'), decode(api_key_cipher, 'hex'), settings
      from jsonb_to_recordset(${json}::jsonb) as r (delivery_email text, full_name text, role smallint, is_active boolean,
        bot_type smallint, created_at timestamptz, timezone text, email_address_visibility smallint, is_system_bot boolean,
        api_key_hash text, api_key_cipher text, settings jsonb, position integer)
      order by position returning id`,
  )
}

export async function setBotOwners(tx: Tx, realmId: RealmId, rows: NewRows): Promise<void> {
  await insertAll(
    tx,
    rows,
    (json) => sql`update user_profile u set bot_owner_id = r.owner_id
      from jsonb_to_recordset(${json}::jsonb) as r (id bigint, owner_id bigint) where u.realm_id = ${realmId} and u.id = r.id`,
  )
}

/** Puts everybody into the system groups of their roles; new members wait as the organization says. */
export async function joinRoleGroups(tx: Tx, realmId: RealmId, fullSince: Date): Promise<void> {
  await tx.execute(
    sql`insert into user_group_member (realm_id, group_id, user_id)
        select u.realm_id, g.id, u.id from user_profile u join user_group g on g.realm_id = u.realm_id and g.is_system
          and g.name = case u.role when ${ROLE_SQL.owner} then 'role:owners' when ${ROLE_SQL.administrator} then 'role:administrators'
            when ${ROLE_SQL.moderator} then 'role:moderators'
            when ${ROLE_SQL.member} then 'role:members' else 'role:everyone' end
        where u.realm_id = ${realmId}
        union all
        select u.realm_id, g.id, u.id from user_profile u join user_group g on g.realm_id = u.realm_id and g.name = 'role:fullmembers'
        where u.realm_id = ${realmId} and u.role = ${ROLE_SQL.member} and u.created_at <= ${fullSince} and g.is_system`,
  )
}

const SETTING_COLUMNS = trusted(GROUP_SETTINGS.join(', '))
const SETTING_TYPES = trusted(GROUP_SETTINGS.map((name) => `${name} bigint`).join(', '))

export async function insertGroups(
  tx: Tx,
  realmId: RealmId,
  rows: NewRows,
): Promise<readonly number[]> {
  return await insertNumbered(
    tx,
    rows,
    (
      json,
    ) => sql`insert into user_group (realm_id, name, description, creator_id, created_at, is_deactivated)
      select ${realmId}, name, description, creator_id, created_at, is_deactivated from jsonb_to_recordset(${json}::jsonb) as r
        (name text, description text, creator_id bigint, created_at timestamptz, is_deactivated boolean, position integer)
      order by position returning id`,
  )
}

/** Who may do what to groups with names; absent: as for new groups. */
export async function setGroupSettings(tx: Tx, realmId: RealmId, rows: NewRows): Promise<void> {
  await insertAll(
    tx,
    rows,
    (json) => sql`update user_group g set (${SETTING_COLUMNS}) = (select ${SETTING_COLUMNS}
        from jsonb_to_recordset(${json}::jsonb) as r (id bigint, ${SETTING_TYPES}) where r.id = g.id)
      where g.realm_id = ${realmId} and g.id in (select id from jsonb_to_recordset(${json}::jsonb) as r (id bigint))`,
  )
}

export async function insertGroupMembers(
  tx: Tx,
  realmId: RealmId,
  members: NewRows,
  subgroups: NewRows,
): Promise<void> {
  await insertAll(
    tx,
    members,
    (
      json,
    ) => sql`insert into user_group_member (realm_id, group_id, user_id) select ${realmId}, group_id, user_id
      from jsonb_to_recordset(${json}::jsonb) as r (group_id bigint, user_id bigint) on conflict do nothing`,
  )
  await insertAll(
    tx,
    subgroups,
    (
      json,
    ) => sql`insert into user_group_subgroup (realm_id, group_id, subgroup_id) select ${realmId}, group_id, subgroup_id
      from jsonb_to_recordset(${json}::jsonb) as r (group_id bigint, subgroup_id bigint) on conflict do nothing`,
  )
}

/** An organization whose people cannot come in yet. */
export async function prepareRealm(
  tx: Tx,
  realmId: RealmId,
  realm: {
    readonly description: string
    readonly url: string | null
    readonly settings: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  await tx.execute(
    sql`update realm set is_deactivated = true, description = ${realm.description}, url = ${realm.url},
          settings = ${JSON.stringify(realm.settings)}::jsonb where id = ${realmId}`,
  )
}
