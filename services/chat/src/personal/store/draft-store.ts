import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { DraftObject } from '../../../wire/personal.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'

/** The content of a draft, in the API's field names. */
export type DraftText = Omit<DraftObject, 'id'>

/** A user's drafts, or the given number of most recent ones; the one edited last at the end. */
export async function draftsOf(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  limit: number | null,
): Promise<readonly DraftObject[]> {
  const last = await tx.query<DraftObject>(
    sql`select id, type, to_json(recipient_to) as to, topic, content, last_edit_time as timestamp
        from draft where realm_id = ${realmId} and user_id = ${userId} order by last_edit_time desc, id desc limit ${limit}`,
  )
  return last.toReversed()
}

export async function insertDraft(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  { type, to, topic, content, timestamp }: DraftText,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    sql`insert into draft (realm_id, user_id, type, recipient_to, topic, content, last_edit_time)
        values (${realmId}, ${userId}, ${type}, ${to}::bigint[], ${topic}, ${content}, ${timestamp}) returning id`,
  )
  return row?.id ?? 0
}

/** Whether the user has such a draft. */
export async function updateDraft(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  { id, type, to, topic, content, timestamp }: DraftObject,
): Promise<boolean> {
  const changed = await tx.execute(
    sql`update draft set type = ${type}, recipient_to = ${to}::bigint[], topic = ${topic}, content = ${content},
          last_edit_time = ${timestamp}
        where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`,
  )
  return changed > 0
}

/** Whether the user had such a draft. */
export async function removeDraft(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  id: number,
): Promise<boolean> {
  const removed = await tx.execute(
    sql`delete from draft where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`,
  )
  return removed > 0
}
