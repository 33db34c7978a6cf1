import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { LinkifierObject } from '../../../wire/organization.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'

interface LinkifierText {
  readonly pattern: string
  readonly urlTemplate: string
}

export async function isPatternTaken(
  tx: Tx,
  realmId: RealmId,
  pattern: string,
  except: number,
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from linkifier where realm_id = ${realmId} and pattern = ${pattern} and id <> ${except}) as found`,
  )
  return row?.found === true
}

export async function insertLinkifier(
  tx: Tx,
  realmId: RealmId,
  { pattern, urlTemplate }: LinkifierText,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    sql`insert into linkifier (realm_id, pattern, url_template, position)
        select ${realmId}, ${pattern}, ${urlTemplate}, coalesce(max(position), 0) + 1 from linkifier where realm_id = ${realmId}
        returning id`,
  )
  return row?.id ?? 0
}

/** Whether there is such a linkifier. */
export async function updateLinkifier(
  tx: Tx,
  realmId: RealmId,
  id: number,
  { pattern, urlTemplate }: LinkifierText,
): Promise<boolean> {
  const updated = await tx.execute(
    sql`update linkifier set pattern = ${pattern}, url_template = ${urlTemplate} where realm_id = ${realmId} and id = ${id}`,
  )
  return updated > 0
}

/** Whether there was such a linkifier. */
export async function removeLinkifier(tx: Tx, realmId: RealmId, id: number): Promise<boolean> {
  const removed = await tx.execute(
    sql`delete from linkifier where realm_id = ${realmId} and id = ${id}`,
  )
  return removed > 0
}

export async function linkifierIds(tx: Tx, realmId: RealmId): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from linkifier where realm_id = ${realmId} order by position, id`,
  )
  return rows.map(({ id }) => id)
}

export async function orderLinkifiers(
  tx: Tx,
  realmId: RealmId,
  ids: readonly number[],
): Promise<void> {
  await tx.execute(
    sql`update linkifier l set position = o.position from unnest(${ids}::bigint[]) with ordinality o (id, position)
        where l.realm_id = ${realmId} and l.id = o.id`,
  )
}

/** The linkifiers in their order, as the API shows them. */
export async function linkifiersOf(tx: Tx, realmId: RealmId): Promise<readonly LinkifierObject[]> {
  return await tx.query<LinkifierObject>(
    sql`select id, pattern, url_template from linkifier where realm_id = ${realmId} order by position`,
  )
}
