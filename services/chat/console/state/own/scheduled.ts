import type { ScheduledObject } from '../../../wire/personal.ts'
import type { Part } from '../part.ts'
import { Table } from '../table.ts'

export type ScheduledMessage = ScheduledObject

export const scheduledMessages = new Table<number, ScheduledMessage>()

export const scheduledPart: Part = {
  later: ['scheduled_messages'],
  take: (state) => {
    const given = state.scheduled_messages
    if (given === undefined) return
    scheduledMessages.replace(given.map((row) => [row.scheduled_message_id, row]))
  },
  events: {
    'scheduled_messages add': ({ scheduled_messages: added }) => {
      for (const one of added) scheduledMessages.set(one.scheduled_message_id, one)
    },
    'scheduled_messages update': ({ scheduled_message: one }) =>
      scheduledMessages.set(one.scheduled_message_id, one),
    'scheduled_messages remove': ({ scheduled_message_id: id }) => scheduledMessages.delete(id),
  },
}
