import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Role } from '../../tenancy/roles.ts'

/** An account that somebody wants to change. */
export interface Account {
  readonly id: number
  readonly delivery_email: string
  readonly full_name: string
  readonly role: Role
  readonly is_active: boolean
  readonly bot_type: number | null
  readonly bot_owner_id: number | null
  readonly email_address_visibility: number
  readonly avatar_path: string | null
  readonly avatar_version: number
  readonly created_at: Date
}

/** The columns of an account, over `user_profile`. */
export const ACCOUNT_COLUMNS = sql`id, delivery_email, full_name, role, is_active, bot_type, bot_owner_id, email_address_visibility,
  avatar_path, avatar_version, created_at`

/** An account of the organization; nobody can change the system's own bots. */
export async function accountById(
  tx: Tx,
  realmId: RealmId,
  id: number,
): Promise<Account | undefined> {
  const [row] = await tx.query<Account>(
    sql`select ${ACCOUNT_COLUMNS} from user_profile where realm_id = ${realmId} and id = ${id} and not is_system_bot`,
  )
  return row
}
