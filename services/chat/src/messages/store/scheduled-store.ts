import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { ScheduledObject } from '../../../wire/personal.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { afterChange } from '../../tenancy/store/after-change.ts'
import { takeByRealm } from '../../tenancy/store/by-realm.ts'
import { jsonValue } from '../../tenancy/store/json-value.ts'

export interface ScheduledText {
  readonly type: 'stream' | 'private'
  /** The channel, or the users without the sender. */
  readonly to: readonly number[]
  readonly topic: string
  readonly content: string
  readonly renderedContent: string
  readonly deliverAt: Date
  readonly isReadBySender: boolean
}

export interface ScheduledRow extends ScheduledText {
  readonly id: number
  readonly realmId: RealmId
  readonly senderId: number
  readonly isFailed: boolean
}

const COLUMNS = sql`id, realm_id as "realmId", sender_id as "senderId", type, to_json(recipient_to) as to, topic, content,
  rendered_content as "renderedContent", deliver_at as "deliverAt", is_read_by_sender as "isReadBySender",
  is_failed as "isFailed"`

export async function insertScheduled(
  tx: Tx,
  realmId: RealmId,
  senderId: number,
  text: ScheduledText,
): Promise<ScheduledRow> {
  const [row] = await tx.query<ScheduledRow>(
    afterChange(
      sql`insert into scheduled_message (realm_id, sender_id, type, recipient_to, topic, content, rendered_content,
          deliver_at, is_read_by_sender)
        values (${realmId}, ${senderId}, ${text.type}, ${text.to}::bigint[], ${text.topic}, ${text.content},
          ${text.renderedContent}, ${text.deliverAt}, ${text.isReadBySender})`,
      COLUMNS,
    ),
  )
  if (row === undefined) throw new Error('an insert returns its row')
  return row
}

/** Locks a scheduled message of the sender's. */
export async function lockScheduled(
  tx: Tx,
  realmId: RealmId,
  senderId: number,
  id: number,
): Promise<ScheduledRow | undefined> {
  const [row] = await tx.query<ScheduledRow>(
    sql`select ${COLUMNS} from scheduled_message where realm_id = ${realmId} and sender_id = ${senderId} and id = ${id}
        for update`,
  )
  return row
}

/** Writes a changed message, which will be tried again. */
export async function updateScheduled(tx: Tx, row: ScheduledRow): Promise<void> {
  await tx.execute(
    sql`update scheduled_message set type = ${row.type}, recipient_to = ${row.to}::bigint[], topic = ${row.topic},
          content = ${row.content}, rendered_content = ${row.renderedContent}, deliver_at = ${row.deliverAt},
          is_failed = false
        where realm_id = ${row.realmId} and id = ${row.id}`,
  )
}

export async function removeScheduled(tx: Tx, realmId: RealmId, id: number): Promise<void> {
  await tx.execute(sql`delete from scheduled_message where realm_id = ${realmId} and id = ${id}`)
}

/**
 * Takes the due messages, each for one process only. They count as failed until they are sent: a server that stops in
 * between leaves a message that its sender sees and can send again, never one that is sent twice.
 */
export async function claimDue(tx: Tx, now: Date, limit: number): Promise<readonly ScheduledRow[]> {
  const condition = sql`deliver_at <= ${now} and not is_failed`
  const due = { table: sql`scheduled_message`, condition, order: sql`deliver_at` }
  return await takeByRealm(tx, due, limit, async (realmId, left) =>
    tx.query<ScheduledRow>(
      afterChange(
        sql`update scheduled_message set is_failed = true where realm_id = ${realmId} and id in (
            select id from scheduled_message where realm_id = ${realmId} and ${condition}
            order by deliver_at limit ${left} for update skip locked)`,
        COLUMNS,
      ),
    ),
  )
}

/** A user's scheduled messages as the API shows them, the next one first. */
export async function scheduledObjects(
  tx: Tx,
  realmId: RealmId,
  senderId: number,
): Promise<readonly ScheduledObject[]> {
  return await jsonValue(
    tx,
    sql`select coalesce(json_agg(jsonb_build_object('scheduled_message_id', id, 'type', type,
          'to', case when type = 'stream' then to_json(recipient_to[1]) else to_json(recipient_to) end,
          'content', content, 'rendered_content', rendered_content,
          'scheduled_delivery_timestamp', floor(extract(epoch from deliver_at))::bigint, 'failed', is_failed)
          || case when type = 'stream' then jsonb_build_object('topic', topic) else '{}' end order by deliver_at, id), '[]') as value
        from scheduled_message where realm_id = ${realmId} and sender_id = ${senderId}`,
  )
}
