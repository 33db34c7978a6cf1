import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

/** Stores settings that a user changed; those that affect other users are stored in columns too. */
export async function storeUserSettings(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { timezone = null, email_address_visibility: visibility = null } = changes
  await tx.execute(
    sql`update user_profile set settings = settings || ${JSON.stringify(changes)}::jsonb,
          timezone = coalesce(${timezone}, timezone),
          email_address_visibility = coalesce(${visibility}::smallint, email_address_visibility)
        where realm_id = ${realmId} and id = ${userId}`,
  )
}

export async function setPassword(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await tx.execute(
    sql`update user_profile set password_hash = ${passwordHash} where realm_id = ${realmId} and id = ${userId}`,
  )
}

/** What new people of the organization have set instead of the server's defaults. */
export async function settingsDefaults(
  tx: Tx,
  realmId: RealmId,
): Promise<Readonly<Record<string, unknown>>> {
  const [row] = await tx.query<{ stored: Readonly<Record<string, unknown>> }>(
    sql`select user_settings_defaults as stored from realm where id = ${realmId}`,
  )
  return row?.stored ?? {}
}

export async function storeSettingsDefaults(
  tx: Tx,
  realmId: RealmId,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.execute(
    sql`update realm set user_settings_defaults = user_settings_defaults || ${JSON.stringify(changes)}::jsonb
        where id = ${realmId}`,
  )
}
