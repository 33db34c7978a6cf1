import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { PersonObject } from '../../../wire/people.ts'
import { ROLE_SQL } from '../../tenancy/store/role-sql.ts'
import { visiblePeople } from '../../tenancy/store/visible-people.ts'
import type { Viewer } from '../../tenancy/viewer.ts'

/** Options of a listing of users. */
export interface PeopleOptions {
  readonly host: string
  /** Whether a client may compute the address of a gravatar.com picture itself. */
  readonly clientGravatar: boolean
  readonly withProfileData: boolean
  readonly which: PeopleChoice
}

export type PeopleChoice =
  /** For anybody. */
  | { readonly kind: 'these'; readonly ids: readonly number[] }
  | { readonly kind: 'system bots' }
  /** Users that the viewer may see: all, or of the given ids. The system's own bots are left out. */
  | { readonly kind: 'known'; readonly isActive?: boolean; readonly ids?: readonly number[] }

/** Over `u`, the user. */
function chosen(viewer: Viewer, which: PeopleChoice): Sql {
  if (which.kind === 'these') return sql`u.id = any(${which.ids}::bigint[])`
  if (which.kind === 'system bots') return sql`u.is_system_bot`
  const { isActive, ids } = which
  const state = isActive === undefined ? sql`` : sql`and u.is_active = ${isActive}`
  const named = ids === undefined ? sql`` : sql`and u.id = any(${ids}::bigint[])`
  return sql`not u.is_system_bot ${state} ${named} and ${visiblePeople(viewer)}`
}

/**
 * Users as the API shows them, as JSON text made by the database: a realm may have ten thousand of them.
 * @source docs/contract/chat.md, User object
 */
export async function peopleJson(
  tx: Tx,
  viewer: Viewer,
  { host, clientGravatar, withProfileData, which }: PeopleOptions,
): Promise<string> {
  const values = withProfileData
    ? sql`left join (select user_id, json_object_agg(field_id, json_strip_nulls(json_build_object('value', value,
        'rendered_value', rendered_value))) as fields from custom_profile_value where realm_id = ${viewer.realmId} group by user_id) v
        on v.user_id = u.id`
    : sql``
  const [row] = await tx.query<{ people: string }>(
    sql`select coalesce(string_agg(${personText(viewer, { host, clientGravatar, withProfileData })}, ',' order by u.id), '') as people
        from user_profile u ${values} where u.realm_id = ${viewer.realmId} and ${chosen(viewer, which)}`,
  )
  return `[${row?.people ?? ''}]`
}

/** Users as the API shows them, with what their profiles say, in the order of their ids. */
export async function peopleObjects(
  tx: Tx,
  viewer: Viewer,
  host: string,
  ids: readonly number[],
): Promise<readonly PersonObject[]> {
  const which = { kind: 'these', ids } as const
  const options = { host, clientGravatar: false, withProfileData: true, which }
  // The database made a list of objects.
  return JSON.parse(await peopleJson(tx, viewer, options)) as PersonObject[]
}

/** One user of `peopleObjects`. */
export async function personObject(
  tx: Tx,
  viewer: Viewer,
  host: string,
  id: number,
): Promise<PersonObject> {
  const [person] = await peopleObjects(tx, viewer, host, [id])
  if (person === undefined) throw new Error(`there is no user ${id}`)
  return person
}

// Lower numbers are higher roles.
function seesEmail(viewer: Viewer): Sql {
  return sql`(u.id = ${viewer.userId} or u.bot_type is not null or case u.email_address_visibility when 1 then true
    when 2 then ${viewer.role}::int <= ${ROLE_SQL.member} when 5 then ${viewer.role}::int <= ${ROLE_SQL.moderator}
    when 3 then ${viewer.role}::int <= ${ROLE_SQL.administrator} else false end)`
}

/** The text of one user. Fields that only some have are appended at the end, which is cheaper than joining objects. */
function personText(
  viewer: Viewer,
  { host, clientGravatar, withProfileData }: Omit<PeopleOptions, 'which'>,
): Sql {
  const domain = host.split(':')[0] ?? host
  const dummy = sql`'user' || u.id || '@' || ${domain}::text`
  const email = sql`case when u.email_address_visibility = 1 then u.delivery_email else ${dummy} end`
  const gravatar = sql`'https://secure.gravatar.com/avatar/' || encode(sha256(convert_to(lower(trim(${email})), 'UTF8')), 'hex')
    || '?d=identicon&version=' || u.avatar_version`
  const url = sql`case when u.avatar_path is not null then '/user_avatars/' || u.avatar_path || '?version=' || u.avatar_version
    when ${clientGravatar}::boolean and u.email_address_visibility = 1 then null else ${gravatar} end`
  const last = withProfileData
    ? sql`case when u.bot_type is null then ',"profile_data":' || coalesce(v.fields::text, '{}')
        else ',"bot_owner_id":' || coalesce(u.bot_owner_id::text, 'null') end`
    : sql`case when u.bot_type is null then '' else ',"bot_owner_id":' || coalesce(u.bot_owner_id::text, 'null') end`
  const system = sql`case when u.is_system_bot then ',"is_system_bot":true' else '' end`
  const person = sql`json_build_object('user_id', u.id, 'email', ${email},
      'delivery_email', case when ${seesEmail(viewer)} then u.delivery_email end, 'full_name', u.full_name,
      'date_joined', to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"+00:00"'), 'is_active', u.is_active,
      'is_owner', u.role = ${ROLE_SQL.owner}, 'is_admin', u.role <= ${ROLE_SQL.administrator},
      'is_guest', u.role = ${ROLE_SQL.guest}, 'is_bot', u.bot_type is not null,
      'bot_type', u.bot_type, 'role', u.role, 'timezone', u.timezone, 'avatar_url', ${url}, 'avatar_version', u.avatar_version)`
  return sql`left(${person}::text, -1) || ${last} || ${system} || '}'`
}

/**
 * The users that the viewer may not see, as nameless users: clients that want to know all users fail on messages of
 * somebody they have not been told about.
 */
export async function strangersJson(tx: Tx, viewer: Viewer, host: string): Promise<string> {
  const domain = host.split(':')[0] ?? host
  const [row] = await tx.query<{ people: string }>(
    sql`select coalesce(json_agg(json_build_object('user_id', u.id, 'email', 'user' || u.id || '@' || ${domain}::text,
          'delivery_email', null, 'full_name', 'Unknown user', 'date_joined', to_char(r.created_at at time zone 'UTC',
            'YYYY-MM-DD"T"HH24:MI"+00:00"'), 'is_active', true, 'is_owner', false, 'is_admin', false, 'is_guest', false,
          'is_bot', false, 'bot_type', null, 'role', ${ROLE_SQL.member}, 'timezone', '', 'avatar_url', null, 'avatar_version', 1,
          'profile_data', '{}'::json) order by u.id), '[]')::text as people
        from user_profile u join realm r on r.id = u.realm_id
        where u.realm_id = ${viewer.realmId} and not u.is_system_bot and not ${visiblePeople(viewer)}`,
  )
  return row?.people ?? '[]'
}
