import type { Tx } from '@oficina/kit/database.ts'
import { prepared, sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../realm-id.ts'
import type { RealmSettings } from '../realm-settings.ts'
import { resolveSettings } from '../realm-settings.ts'
import { realmUrl } from '../realm-url.ts'
import { ROLE, type Role } from '../roles.ts'
import type { PersonRow } from './person-store.ts'

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

const CALLER = sql`select u.id, u.delivery_email, u.full_name, u.role, u.is_active, u.bot_type, u.settings, u.realm_id,
    u.email_address_visibility, u.avatar_path, u.avatar_version, to_json(groups_of(u.realm_id, u.id)) as groups,
    r.host, r.name as realm_name, r.url as realm_url, r.is_deactivated, r.settings as realm_settings
  from user_profile u join realm r on r.id = u.realm_id`

/** An API key as a request brings it. */
export interface ApiKeyUse {
  readonly keyHash: Buffer
  /** The host of the request, perhaps with a port. */
  readonly host: string
}

/** Who an API key belongs to, and whether the address that was called is that of another organization. */
export interface KeyOwner {
  readonly caller: Caller
  readonly isElsewhere: boolean
}

/** The owners of API keys, whatever their state, in the order of the keys. Equal uses are looked up once. */
export async function usersByApiKeys(
  tx: Tx,
  uses: readonly ApiKeyUse[],
): Promise<readonly (KeyOwner | undefined)[]> {
  const names = uses.map(({ keyHash, host }) => `${keyHash.toString('hex')} ${host}`)
  const distinct = [...new Map(names.map((name, index) => [name, uses[index]])).entries()]
  const hosts = distinct.map(([, use]) => hostNames(use?.host ?? ''))
  const rows = await tx.query<CallerRow & { readonly position: number; is_elsewhere: boolean }>(
    prepared(
      'users_by_api_keys',
      sql`select c.*, asked.position, c.host not in (asked.host, asked.plain_host)
            and exists (select 1 from realm o where o.host in (asked.host, asked.plain_host)) as is_elsewhere
          from unnest(${distinct.map(([, use]) => use?.keyHash)}::bytea[], ${hosts.map(([host]) => host)}::text[],
            ${hosts.map(([, plain]) => plain)}::text[]) with ordinality as asked (key_hash, host, plain_host, position)
          cross join lateral (${CALLER} where u.api_key_hash = asked.key_hash) c`,
    ),
  )
  const owners = new Map(
    rows.map((row) => [
      distinct[row.position - 1]?.[0],
      { caller: callerOf(row), isElsewhere: row.is_elsewhere },
    ]),
  )
  return names.map((name) => owners.get(name))
}

/** The names by which an organization may be known to whoever calls this host: with the port and without. */
function hostNames(host: string): readonly [string, string] {
  const full = host.toLowerCase()
  return [full, full.replace(/:\d+$/, '')]
}

/** A user on whose behalf the server acts by itself, such as the sender of a scheduled message. */
export async function userById(tx: Tx, realmId: RealmId, id: number): Promise<Caller | undefined> {
  const [row] = await tx.query<CallerRow>(
    sql`${CALLER} where u.realm_id = ${realmId} and u.id = ${id}`,
  )
  return row === undefined ? undefined : callerOf(row)
}

/** The person who has been an owner of an organization for longest. */
export async function firstOwner(tx: Tx): Promise<Caller | undefined> {
  const [row] = await tx.query<CallerRow>(
    sql`${CALLER} where u.role = ${ROLE.owner} and u.is_active and u.bot_type is null order by u.id limit 1`,
  )
  return row === undefined ? undefined : callerOf(row)
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
  const rows = await tx.query<RealmRow>(
    sql`select id, host, url, name, description, is_deactivated, settings from realm
        where host = any(${hostNames(host)}::text[]) or (select count(*) from (select 1 from realm limit 2) r) = 1
        order by length(host) desc limit 1`,
  )
  return rows[0]
}
