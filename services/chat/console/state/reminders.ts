import type { Part } from './part.ts'
import { Table } from './table.ts'

export interface Reminder {
  readonly reminder_id: number
  readonly content: string
  readonly rendered_content: string
  /** UNIX seconds. */
  readonly scheduled_delivery_timestamp: number
  readonly failed: boolean
  readonly reminder_target_message_id: number
}

export const reminders = new Table<number, Reminder>()

export const remindersPart: Part = {
  later: ['reminders'],
  take: (state) => {
    const given = state['reminders']
    if (given === undefined) return
    reminders.replace((given as readonly Reminder[]).map((one) => [one.reminder_id, one]))
  },
  events: {
    'reminders add': ({ reminders: added }: { reminders: readonly Reminder[] }) => {
      for (const one of added) reminders.set(one.reminder_id, one)
    },
    'reminders remove': ({ reminder_id: id }: { reminder_id: number }) => reminders.delete(id),
  },
}
