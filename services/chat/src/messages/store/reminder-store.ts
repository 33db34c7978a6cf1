import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { takeByRealm } from '../../tenancy/store/by-realm.ts'

export interface ReminderText {
  readonly messageId: number
  readonly content: string
  readonly renderedContent: string
  readonly deliverAt: Date
}

export interface ReminderRow extends ReminderText {
  readonly id: number
  readonly realmId: RealmId
  readonly userId: number
  readonly isFailed: boolean
}

const COLUMNS = sql`id, realm_id as "realmId", user_id as "userId", message_id as "messageId", content,
  rendered_content as "renderedContent", deliver_at as "deliverAt", is_failed as "isFailed"`

export async function insertReminder(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  text: ReminderText,
): Promise<ReminderRow> {
  const [row] = await tx.query<ReminderRow>(
    sql`insert into reminder (realm_id, user_id, message_id, content, rendered_content, deliver_at)
        values (${realmId}, ${userId}, ${text.messageId}, ${text.content}, ${text.renderedContent}, ${text.deliverAt})
        returning ${COLUMNS}`,
  )
  if (row === undefined) throw new Error('an insert returns its row')
  return row
}

/** A user's reminders, the next one first. */
export async function remindersOf(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  limit: number,
): Promise<readonly ReminderRow[]> {
  return await tx.query<ReminderRow>(
    sql`select ${COLUMNS} from reminder where realm_id = ${realmId} and user_id = ${userId}
        order by deliver_at, id limit ${limit}`,
  )
}

/** Whether the user had the reminder. */
export async function removeReminder(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  id: number,
): Promise<boolean> {
  const removed = await tx.execute(
    sql`delete from reminder where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`,
  )
  return removed > 0
}

/** Takes the due reminders, each for one process only; they count as failed until they are sent. */
export async function claimDueReminders(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<readonly ReminderRow[]> {
  const condition = sql`deliver_at <= ${now} and not is_failed`
  const due = { table: sql`reminder`, condition, order: sql`deliver_at` }
  return await takeByRealm(tx, due, limit, async (realmId, left) =>
    tx.query<ReminderRow>(
      sql`update reminder set is_failed = true where realm_id = ${realmId} and id in (
            select id from reminder where realm_id = ${realmId} and ${condition}
            order by deliver_at limit ${left} for update skip locked)
          returning ${COLUMNS}`,
    ),
  )
}
