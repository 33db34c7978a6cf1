import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../realm-id.ts'
import type { RealmSettings } from '../realm-settings.ts'
import { resolveSettings } from '../realm-settings.ts'
import { realmUrl } from '../realm-url.ts'
import { ROLE, type Role } from '../roles.ts'
import { groupsOfUser } from './group-sql.ts'
import type { PersonRow } from './person-store.ts'
import { hostNames } from './realm-address.ts'

/** The organization of a request. */
export interface Realm {
  readonly id: RealmId
  readonly host: string
  /** Its whole address, without a trailing slash. */
  readonly url: string
  readonly name: string
  readonly isDeactivated: boolean
  readonly settings: RealmSettings
}

/** Who a request comes from. */
export interface Caller {
  readonly id: number
  readonly realm: Realm
  readonly deliveryEmail: string
  readonly fullName: string
  readonly role: Role
  readonly isActive: boolean
  readonly botType: number | null
  readonly settings: Readonly<Record<string, unknown>>
  /** Every group that the user is in, directly or through subgroups. */
  readonly groups: ReadonlySet<number>
  readonly person: PersonRow
}

interface CallerRow extends PersonRow {
  readonly groups: readonly number[]
  readonly role: Role
  readonly settings: Record<string, unknown>
  readonly realm_id: RealmId
  readonly host: string
  readonly realm_name: string
  readonly realm_url: string | null
  readonly is_deactivated: boolean
  readonly realm_settings: Record<string, unknown>
}

/** Over `u`, a user of the realm. */
function callers(realmId: RealmId): Sql {
  return sql`select u.id, u.delivery_email, u.full_name, u.role, u.is_active, u.bot_type, u.settings, u.realm_id,
      u.email_address_visibility, u.avatar_path, u.avatar_version, to_json(${groupsOfUser(realmId, sql`u.id`)}) as groups,
      r.host, r.name as realm_name, r.url as realm_url, r.is_deactivated, r.settings as realm_settings
    from user_profile u join realm r on r.id = u.realm_id`
}

/** The owners in one realm of API keys, whatever their state, by the key's hash in hexadecimal digits. */
export async function usersByApiKeys(
  tx: Tx,
  realmId: RealmId,
  keyHashes: readonly Buffer[],
): Promise<ReadonlyMap<string, Caller>> {
  const rows = await tx.query<CallerRow & { readonly key: string }>(
    sql`select c.*, encode(asked.key_hash, 'hex') as key from unnest(${keyHashes}::bytea[]) as asked (key_hash)
          cross join lateral (${callers(realmId)} where u.realm_id = ${realmId} and u.api_key_hash = asked.key_hash) c`,
  )
  return new Map(rows.map((row) => [row.key, callerOf(row)]))
}

/** In which realms keys with these hashes are, with the hash in hexadecimal digits. Asks all realms. */
export async function realmsOfApiKeys(
  tx: Tx,
  keyHashes: readonly Buffer[],
): Promise<readonly { readonly key: string; readonly realmId: RealmId }[]> {
  return await tx.query(
    sql`select encode(api_key_hash, 'hex') as key, realm_id as "realmId" from user_profile
        where api_key_hash = any(${keyHashes}::bytea[])`,
  )
}

/** A user on whose behalf the server acts by itself, such as the sender of a scheduled message. */
export async function userById(tx: Tx, realmId: RealmId, id: number): Promise<Caller | undefined> {
  const [row] = await tx.query<CallerRow>(
    sql`${callers(realmId)} where u.realm_id = ${realmId} and u.id = ${id}`,
  )
  return row === undefined ? undefined : callerOf(row)
}

/** The person who has been an owner of an organization for longest. Asks all realms. */
export async function firstOwner(tx: Tx): Promise<Caller | undefined> {
  const [owner] = await tx.query<{ id: number; realm_id: RealmId }>(
    sql`select u.id, u.realm_id from user_profile u where u.role = ${ROLE.owner} and u.is_active and u.bot_type is null
        order by u.id limit 1`,
  )
  return owner === undefined ? undefined : await userById(tx, owner.realm_id, owner.id)
}

function callerOf(row: CallerRow): Caller {
  return {
    id: row.id,
    deliveryEmail: row.delivery_email,
    fullName: row.full_name,
    role: row.role,
    isActive: row.is_active,
    botType: row.bot_type,
    settings: row.settings,
    groups: new Set(row.groups),
    person: row,
    realm: {
      id: row.realm_id,
      host: row.host,
      url: realmUrl({ host: row.host, url: row.realm_url }),
      name: row.realm_name,
      isDeactivated: row.is_deactivated,
      settings: resolveSettings(row.realm_settings),
    },
  }
}

export interface RealmRow {
  readonly id: RealmId
  readonly host: string
  readonly url: string | null
  readonly name: string
  readonly description: string
  readonly is_deactivated: boolean
  readonly settings: Record<string, unknown>
}

/** The organization of a request that comes without an account. */
export function realmOf(row: RealmRow): Realm {
  return {
    id: row.id,
    host: row.host,
    url: realmUrl(row),
    name: row.name,
    isDeactivated: row.is_deactivated,
    settings: resolveSettings(row.settings),
  }
}

/** The realm of a host, with or without its port; a server with a single realm uses it for any host. */
export async function realmOfHost(tx: Tx, host: string): Promise<RealmRow | undefined> {
  const [place] = await tx.query<{ id: RealmId }>(
    sql`select realm_id as id from realm_address
        where host = any(${hostNames(host)}::text[]) or (select count(*) from (select 1 from realm_address limit 2) r) = 1
        order by length(host) desc limit 1`,
  )
  if (place === undefined) return undefined
  const [row] = await tx.query<RealmRow>(
    sql`select id, host, url, name, description, is_deactivated, settings from realm where id = ${place.id}`,
  )
  return row
}
