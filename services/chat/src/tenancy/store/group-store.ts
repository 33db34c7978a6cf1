import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../realm-id.ts'
import type { SystemGroup } from '../roles.ts'
import { groupsOfUser } from './group-sql.ts'

/** The ids of every group that the user is in, directly or through subgroups. */
export async function groupsOf(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<ReadonlySet<number>> {
  const [row] = await tx.query<{ ids: string[] }>(
    sql`select ${groupsOfUser(realmId, sql`${userId}`)} as ids`,
  )
  return new Set((row?.ids ?? []).map(Number))
}

/** Whether any of the users is in the group, directly or through subgroups. */
export async function isAnyIn(
  tx: Tx,
  realmId: RealmId,
  group: number,
  users: readonly number[],
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from unnest(${users}::bigint[]) as u (id)
          where ${groupsOfUser(realmId, sql`u.id`)} @> array[${group}]::bigint[]) as found`,
  )
  return row?.found === true
}

export type SystemGroupIds = ReadonlyMap<SystemGroup, number>

/** The system groups of a realm; they never change once created. */
export async function systemGroups(tx: Tx, realmId: RealmId): Promise<SystemGroupIds> {
  const rows = await tx.query<{ id: number; name: SystemGroup }>(
    sql`select id, name from user_group where realm_id = ${realmId} and is_system`,
  )
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Caches the system groups of each realm. */
export class SystemGroupCache {
  readonly #realms = new Map<RealmId, SystemGroupIds>()

  async of(tx: Tx, realmId: RealmId): Promise<SystemGroupIds> {
    const known = this.#realms.get(realmId)
    if (known !== undefined) return known
    const read = await systemGroups(tx, realmId)
    if (read.size > 0) this.#realms.set(realmId, read)
    return read
  }
}
