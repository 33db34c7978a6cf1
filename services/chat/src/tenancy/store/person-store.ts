import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../realm-id.ts'
import type { Role } from '../roles.ts'

/** A user as messages and events show them. */
export interface PersonRow {
  readonly id: number
  readonly delivery_email: string
  readonly full_name: string
  readonly email_address_visibility: number
  readonly avatar_path: string | null
  readonly avatar_version: number
  readonly is_active: boolean
  readonly bot_type: number | null
}

/** A user who exists, as the id of a row says. */
export async function personById(tx: Tx, realmId: RealmId, userId: number): Promise<PersonRow> {
  const [row] = await tx.query<PersonRow>(
    sql`select id, delivery_email, full_name, email_address_visibility, avatar_path, avatar_version, is_active, bot_type
          from user_profile where realm_id = ${realmId} and id = ${userId}`,
  )
  if (row === undefined) throw new Error(`there is no user ${userId}`)
  return row
}

/** Users by id, in the order of their ids. */
export async function peopleByIds(
  tx: Tx,
  realmId: RealmId,
  ids: readonly number[],
): Promise<readonly PersonRow[]> {
  return await tx.query<PersonRow>(
    sql`select id, delivery_email, full_name, email_address_visibility, avatar_path, avatar_version, is_active, bot_type
          from user_profile where realm_id = ${realmId} and id = any(${ids}::bigint[]) order by id`,
  )
}

/** What reports what happens in the organization, and what greets people. */
export type SystemBot = 'notification-bot' | 'welcome-bot'

export async function systemBotOf(tx: Tx, realmId: RealmId, name: SystemBot): Promise<number> {
  const [bot] = await tx.query<{ id: number }>(
    sql`select id from user_profile where realm_id = ${realmId} and is_system_bot
          and delivery_email like ${`${name}@%`}`,
  )
  if (bot === undefined) throw new Error(`realm ${realmId} has no ${name}`)
  return bot.id
}

/** The people whose role is at least this high, lower numbers being higher. */
export async function usersWithRole(
  tx: Tx,
  realmId: RealmId,
  lowest: Role,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from user_profile
        where realm_id = ${realmId} and is_active and bot_type is null and role <= ${lowest} order by id`,
  )
  return rows.map(({ id }) => id)
}
