import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Role } from '../../tenancy/roles.ts'

/** The conversations of the channels whose messages reach the user. */
export async function channelsHeard(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ recipient_id: number }>(
    sql`select recipient_id from subscription where realm_id = ${realmId} and user_id = ${userId} and is_active
          and stream_id is not null`,
  )
  return new Set(rows.map(({ recipient_id: id }) => id))
}

/** The role of a user whose queue is taken back; undefined when there is no such active user any more. */
export async function roleOfActive(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<Role | undefined> {
  const [row] = await tx.query<{ role: Role }>(
    sql`select role from user_profile where realm_id = ${realmId} and id = ${userId} and is_active`,
  )
  return row?.role
}
