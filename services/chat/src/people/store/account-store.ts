import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { directSystemGroups, type Role, type SystemGroup } from '../../tenancy/roles.ts'

export interface NewAccount {
  readonly deliveryEmail: string
  readonly fullName: string
  readonly role: Role
  readonly passwordHash: string | null
  readonly apiKeyHash: Buffer
  readonly apiKeyCipher: Buffer
  readonly createdAt: Date
  /** Whether they need not wait for what only members of some days may do. */
  readonly isFullMember: boolean
  readonly botType?: number
  readonly botOwnerId?: number
  readonly isSystemBot?: boolean
}

/** Adds an account with its system groups; returns its id. */
export async function insertAccount(
  tx: Tx,
  realmId: RealmId,
  account: NewAccount,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    // The organization's defaults of settings are for people.
    sql`insert into user_profile (realm_id, delivery_email, full_name, role, password_hash, api_key_hash,
          api_key_cipher, created_at, bot_type, bot_owner_id, is_system_bot, settings, email_address_visibility)
        select ${realmId}, ${account.deliveryEmail}, ${account.fullName}, ${account.role}, ${account.passwordHash},
          ${account.apiKeyHash}, ${account.apiKeyCipher}, ${account.createdAt}, ${account.botType ?? null},
          ${account.botOwnerId ?? null}, ${account.isSystemBot ?? false}, chosen.settings,
          coalesce((chosen.settings ->> 'email_address_visibility')::smallint, 1)
        from (select case when ${account.botType ?? null}::smallint is null then r.user_settings_defaults else '{}' end
          as settings from realm r where r.id = ${realmId}) chosen returning id`,
  )
  const id = row?.id ?? 0
  await joinSystemGroups(tx, realmId, id, directSystemGroups(account))
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
