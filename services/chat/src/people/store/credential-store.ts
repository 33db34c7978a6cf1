import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

export interface Credentials {
  readonly id: number
  readonly deliveryEmail: string
  readonly isActive: boolean
  readonly passwordHash: string | null
  readonly apiKeyCipher: Buffer
}

/** The credentials of the person with this address; bots have no password and are not found. */
export async function credentialsOf(
  tx: Tx,
  realmId: RealmId,
  email: string,
): Promise<Credentials | undefined> {
  const [row] = await tx.query<Credentials>(
    sql`select id, delivery_email as "deliveryEmail", is_active as "isActive", password_hash as "passwordHash",
          api_key_cipher as "apiKeyCipher"
        from user_profile where realm_id = ${realmId} and lower(delivery_email) = lower(${email}) and bot_type is null`,
  )
  return row
}

/** The credentials of an account, by its id. */
export async function credentialsById(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<Credentials | undefined> {
  const [row] = await tx.query<Credentials>(
    sql`select id, delivery_email as "deliveryEmail", is_active as "isActive", password_hash as "passwordHash",
          api_key_cipher as "apiKeyCipher"
        from user_profile where realm_id = ${realmId} and id = ${userId}`,
  )
  return row
}
