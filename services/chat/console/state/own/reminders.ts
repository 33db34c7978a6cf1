import type { ReminderObject } from '../../../wire/personal.ts'
import type { Part } from '../part.ts'
import { Table } from '../table.ts'

export type Reminder = ReminderObject

export const reminders = new Table<number, Reminder>()

export const remindersPart: Part = {
  later: ['reminders'],
  take: (state) => {
    const given = state.reminders
    if (given === undefined) return
    reminders.replace(given.map((one) => [one.reminder_id, one]))
  },
  events: {
    'reminders add': ({ reminders: added }) => {
      for (const one of added) reminders.set(one.reminder_id, one)
    },
    'reminders remove': ({ reminder_id: id }) => reminders.delete(id),
  },
}
