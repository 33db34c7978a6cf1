import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { Role } from '../../tenancy/roles.ts'

export async function peopleRoles(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly role: Role }[]> {
  return await tx.query(
    sql`select id, role from user_profile where realm_id = ${realmId} and id = any(${ids}::bigint[]) order by id`,
  )
}
