import type { ReminderObject } from '../../wire/personal.ts'
import type { ReminderRow } from './store/reminder-store.ts'

// Of one person; what can still be read through.
export const MAX_REMINDERS = 1_000

/** A reminder as the API shows it. */
export function reminderObject(row: ReminderRow): ReminderObject {
  return {
    reminder_id: row.id,
    type: 'private',
    to: [row.userId],
    content: row.content,
    rendered_content: row.renderedContent,
    scheduled_delivery_timestamp: Math.floor(row.deliverAt.getTime() / 1000),
    failed: row.isFailed,
    reminder_target_message_id: row.messageId,
  }
}
