import type { MessageObject } from '../../../wire/messages.ts'
import { ownId } from '../part.ts'

/** A direct conversation by its people but oneself, in order: `12` or `12,15`; with oneself alone, one's own id. */
export function directKey(userIds: readonly number[]): string {
  const me = ownId()
  const others = [...new Set(userIds)].filter((id) => id !== me).toSorted((a, b) => a - b)
  return others.length === 0 ? String(me) : others.join(',')
}

/** The people of a conversation by its key. */
export function directUserIds(key: string): readonly number[] {
  return key.split(',').map(Number)
}

/** The key of a direct message's conversation. */
export function directKeyOf({
  display_recipient: recipients,
}: Pick<MessageObject, 'display_recipient'>): string {
  return directKey(typeof recipients === 'string' ? [] : recipients.map(({ id }) => id))
}
