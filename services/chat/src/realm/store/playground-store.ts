import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { PlaygroundObject } from '../../../wire/organization.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'

export type NewPlayground = Omit<PlaygroundObject, 'id'>

export async function playgroundsOf(
  tx: Tx,
  realmId: RealmId,
): Promise<readonly PlaygroundObject[]> {
  return await tx.query<PlaygroundObject>(
    sql`select id, name, pygments_language, url_template from playground where realm_id = ${realmId} order by id`,
  )
}

/** Adds a playground; returns its id, or undefined when the language has one of that name. */
export async function insertPlayground(
  tx: Tx,
  realmId: RealmId,
  { name, pygments_language: language, url_template: template }: NewPlayground,
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(
    sql`insert into playground (realm_id, name, pygments_language, url_template)
        values (${realmId}, ${name}, ${language}, ${template}) on conflict do nothing returning id`,
  )
  return row?.id
}

/** Whether there was such a playground. */
export async function removePlayground(tx: Tx, realmId: RealmId, id: number): Promise<boolean> {
  const removed = await tx.execute(
    sql`delete from playground where realm_id = ${realmId} and id = ${id}`,
  )
  return removed > 0
}
