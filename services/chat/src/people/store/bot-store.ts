import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import type { PersonRow } from '../../tenancy/store/person-store.ts'

export interface BotRow {
  readonly id: number
  readonly delivery_email: string
  readonly full_name: string
  readonly bot_type: number
  readonly bot_owner_id: number | null
  readonly is_active: boolean
  readonly api_key_cipher: Buffer
}

export async function botById(tx: Tx, realmId: RealmId, id: number): Promise<BotRow | undefined> {
  const [row] = await tx.query<BotRow>(
    sql`select id, delivery_email, full_name, bot_type, bot_owner_id, is_active, api_key_cipher from user_profile
        where realm_id = ${realmId} and id = ${id} and bot_type is not null and not is_system_bot`,
  )
  return row
}

export async function activeBotsOf(
  tx: Tx,
  realmId: RealmId,
  ownerId: number,
): Promise<readonly BotRow[]> {
  return await tx.query<BotRow>(
    sql`select id, delivery_email, full_name, bot_type, bot_owner_id, is_active, api_key_cipher from user_profile
        where realm_id = ${realmId} and bot_owner_id = ${ownerId} and is_active order by created_at, id`,
  )
}

/** The bots that are not this user's, active or not. */
export async function botsOfOthers(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  limit: number,
): Promise<readonly BotRow[]> {
  return await tx.query<BotRow>(
    sql`select id, delivery_email, full_name, bot_type, bot_owner_id, is_active, api_key_cipher from user_profile
        where realm_id = ${realmId} and bot_type is not null and not is_system_bot
          and bot_owner_id is distinct from ${userId} order by id limit ${limit}`,
  )
}

export async function isBotNameTaken(
  tx: Tx,
  realmId: RealmId,
  name: string,
  except: number,
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from user_profile where realm_id = ${realmId} and bot_type is not null and is_active
          and lower(full_name) = lower(${name}) and id <> ${except}) as found`,
  )
  return row?.found === true
}

export async function setApiKey(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  key: { readonly hash: Buffer; readonly cipher: Buffer },
): Promise<void> {
  await tx.execute(
    sql`update user_profile set api_key_hash = ${key.hash}, api_key_cipher = ${key.cipher}
        where realm_id = ${realmId} and id = ${userId}`,
  )
}

export async function setBotOwner(
  tx: Tx,
  realmId: RealmId,
  botId: number,
  ownerId: number,
): Promise<void> {
  await tx.execute(
    sql`update user_profile set bot_owner_id = ${ownerId} where realm_id = ${realmId} and id = ${botId}`,
  )
}

/** Bots as their owners and the administrators see them; null: everybody's. */
export async function botsShown(
  tx: Tx,
  realmId: RealmId,
  ownerId: number | null,
): Promise<readonly (PersonRow & Pick<BotRow, 'bot_type' | 'bot_owner_id' | 'api_key_cipher'>)[]> {
  return await tx.query(
    sql`select id, full_name, delivery_email, email_address_visibility, avatar_path, avatar_version, bot_type, is_active,
          bot_owner_id, api_key_cipher
        from user_profile where realm_id = ${realmId} and bot_type is not null and not is_system_bot
          and (${ownerId}::bigint is null or bot_owner_id = ${ownerId}) order by id`,
  )
}
