import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

/** Sets or removes a user's own picture. */
export async function setAvatar(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  place: string | null,
): Promise<void> {
  await tx.execute(
    sql`update user_profile set avatar_path = ${place}, avatar_version = avatar_version + 1
        where realm_id = ${realmId} and id = ${userId}`,
  )
}
