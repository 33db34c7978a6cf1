import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

/** Which of these users are active and want to know who is typing. */
export async function typingReaders(
  tx: Tx,
  realmId: RealmId,
  ids: readonly number[],
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from user_profile where realm_id = ${realmId} and id = any(${ids}::bigint[]) and is_active
          and coalesce((settings ->> 'receives_typing_notifications')::boolean, true) order by id`,
  )
  return rows.map(({ id }) => id)
}
