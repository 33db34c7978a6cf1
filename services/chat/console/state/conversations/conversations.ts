import type { Part } from '../part.ts'
import { Table } from '../table.ts'
import { directKey, directKeyOf } from './direct.ts'

/** The newest message of each direct conversation, by `directKey`; what orders them. */
export const conversations = new Table<string, number>()

export const conversationsPart: Part = {
  first: ['recent_private_conversations'],
  take: (state) => {
    const given = state.recent_private_conversations
    if (given === undefined) return
    conversations.replace(given.map((row) => [directKey(row.user_ids), row.max_message_id]))
  },
  events: {
    message: ({ message }) => {
      if (message.type === 'private') conversations.set(directKeyOf(message), message.id)
    },
  },
}
