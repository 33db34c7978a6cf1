import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { isVisibleTo } from '../../tenancy/email-visibility.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Role } from '../../tenancy/roles.ts'
import type { Viewer } from '../../tenancy/viewer.ts'

interface FoundRow {
  readonly position: number
  readonly id: number
  readonly is_by_address: boolean
  readonly email_address_visibility: number
}

/**
 * The ids of users given by id, by real address or by the address that stands for them; undefined where nobody has it
 * or the viewer may not see the user. Deactivated users are found too.
 */
export async function usersByAddress(
  tx: Tx,
  viewer: Viewer,
  host: string,
  names: readonly (string | number)[],
): Promise<readonly (number | undefined)[]> {
  const dummy = new RegExp(
    String.raw`^user(\d{1,15})@${RegExp.escape(host.split(':')[0] ?? '')}$`,
    'i',
  )
  const ids = names.map((name) => {
    if (typeof name === 'number') return name
    const named = dummy.exec(name)?.[1] ?? (/^\d{1,15}$/.test(name) ? name : undefined)
    return named === undefined ? null : Number(named)
  })
  const addresses = names.map((name) => String(name).toLowerCase())
  const rows = await tx.query<FoundRow>(
    sql`select n.position, u.id, lower(u.delivery_email) = n.address as is_by_address, u.email_address_visibility
        from unnest(${ids}::bigint[], ${addresses}::text[]) with ordinality as n (id, address, position)
        cross join lateral (
          select id, delivery_email, email_address_visibility from user_profile
            where realm_id = ${viewer.realmId} and id = n.id
          union
          select id, delivery_email, email_address_visibility from user_profile
            where realm_id = ${viewer.realmId} and lower(delivery_email) = n.address) u`,
  )
  const found = new Map<number, number>()
  for (const row of rows) {
    const isKnown =
      !row.is_by_address ||
      row.id === viewer.userId ||
      isVisibleTo(viewer.role, row.email_address_visibility) ||
      ids[row.position - 1] === row.id
    if (isKnown) found.set(row.position, row.id)
  }
  return names.map((_name, index) => found.get(index + 1))
}

/** Which of these users exist, and whether they are active. The system's own bots do not count. */
export async function memberStates(
  tx: Tx,
  realmId: RealmId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, boolean>> {
  const rows = await tx.query<{ id: number; is_active: boolean }>(
    sql`select id, is_active from user_profile
        where realm_id = ${realmId} and id = any(${ids}::bigint[]) and not is_system_bot`,
  )
  return new Map(rows.map((row) => [row.id, row.is_active]))
}

export interface Bot {
  readonly id: number
  readonly ownerId: number | null
  readonly isSystem: boolean
}

/** A bot, active or not; undefined when nobody or a human has the id. */
export async function botById(tx: Tx, realmId: RealmId, id: number): Promise<Bot | undefined> {
  const [row] = await tx.query<{ bot_owner_id: number | null; is_system_bot: boolean }>(
    sql`select bot_owner_id, is_system_bot from user_profile
        where realm_id = ${realmId} and id = ${id} and bot_type is not null`,
  )
  return row === undefined
    ? undefined
    : { id, ownerId: row.bot_owner_id, isSystem: row.is_system_bot }
}

/** The bots among these users. */
export async function botsAmong(
  tx: Tx,
  realmId: RealmId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Bot>> {
  const rows = await tx.query<{ id: number; bot_owner_id: number | null; is_system_bot: boolean }>(
    sql`select id, bot_owner_id, is_system_bot from user_profile
        where realm_id = ${realmId} and id = any(${ids}::bigint[]) and bot_type is not null`,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, ownerId: row.bot_owner_id, isSystem: row.is_system_bot },
    ]),
  )
}

export async function peopleRoles(
  tx: Tx,
  realmId: RealmId,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly role: Role }[]> {
  return await tx.query(
    sql`select id, role from user_profile where realm_id = ${realmId} and id = any(${ids}::bigint[]) order by id`,
  )
}
