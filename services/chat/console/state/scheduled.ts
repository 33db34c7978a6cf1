import type { Part } from './part.ts'
import { Table } from './table.ts'

export interface ScheduledMessage {
  readonly scheduled_message_id: number
  readonly type: 'stream' | 'private'
  /** A channel's id, or people's. */
  readonly to: number | readonly number[]
  readonly topic?: string
  readonly content: string
  readonly rendered_content: string
  /** UNIX seconds. */
  readonly scheduled_delivery_timestamp: number
  readonly failed: boolean
}

export const scheduledMessages = new Table<number, ScheduledMessage>()

export const scheduledPart: Part = {
  later: ['scheduled_messages'],
  take: (state) => {
    const given = state['scheduled_messages']
    if (given === undefined) return
    const rows = given as readonly ScheduledMessage[]
    scheduledMessages.replace(rows.map((row) => [row.scheduled_message_id, row]))
  },
  events: {
    'scheduled_messages add': ({
      scheduled_messages: added,
    }: {
      scheduled_messages: readonly ScheduledMessage[]
    }) => {
      for (const one of added) scheduledMessages.set(one.scheduled_message_id, one)
    },
    'scheduled_messages update': ({
      scheduled_message: one,
    }: {
      scheduled_message: ScheduledMessage
    }) => scheduledMessages.set(one.scheduled_message_id, one),
    'scheduled_messages remove': ({ scheduled_message_id: id }: { scheduled_message_id: number }) =>
      scheduledMessages.delete(id),
  },
}
