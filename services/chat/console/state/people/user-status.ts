import type { StatusObject } from '../../../wire/people.ts'
import type { Part } from '../part.ts'
import { Table } from '../table.ts'

export type UserStatus = StatusObject

/** What people say of themselves; absent: nothing. */
export const userStatuses = new Table<number, UserStatus>()

export const userStatusPart: Part = {
  later: ['user_status'],
  take: (state) => {
    const given = state.user_status
    if (given === undefined) return
    const rows = Object.entries(given)
    userStatuses.replace(rows.map(([id, status]) => [Number(id), status]))
  },
  events: {
    user_status: ({ user_id: id, status_text: text, ...event }) => {
      const known = userStatuses.peek(id) ?? {}
      const emoji = event.emoji_name ?? known.emoji_name ?? ''
      const now: UserStatus = {
        ...textPart(text ?? known.status_text ?? ''),
        ...(emoji === '' ? {} : emojiPart({ ...known, ...event })),
      }
      if (Object.keys(now).length === 0) userStatuses.delete(id)
      else userStatuses.set(id, now)
    },
  },
}

function textPart(text: string): UserStatus {
  return text === '' ? {} : { status_text: text }
}

function emojiPart({
  emoji_name = '',
  emoji_code = '',
  reaction_type = '',
}: UserStatus): UserStatus {
  return { emoji_name, emoji_code, reaction_type }
}
