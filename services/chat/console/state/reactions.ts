import { api, ApiFailure } from '../session/api.ts'
import { applyEvents } from './apply-event.ts'
import type { Reaction } from './messages.ts'
import { ownId } from './part.ts'

/** An emoji as reactions name it. */
export type ReactionEmoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>

/**
 * Adds or takes away one's own reaction, shown at once and taken back when the service refuses.
 * @throws ApiFailure
 */
export async function react(
  messageId: number,
  emoji: ReactionEmoji,
  op: 'add' | 'remove',
): Promise<void> {
  show(messageId, emoji, op)
  try {
    await api(op === 'add' ? 'POST' : 'DELETE', `/messages/${messageId}/reactions`, { ...emoji })
  } catch (error) {
    // Another tab of the same person was first.
    if (error instanceof ApiFailure && SAME.has(error.code)) return
    show(messageId, emoji, op === 'add' ? 'remove' : 'add')
    throw error
  }
}

const SAME = new Set(['REACTION_ALREADY_EXISTS', 'REACTION_DOES_NOT_EXIST'])

// An event of this tab's own, which is in no queue.
const LOCAL = -1

function show(messageId: number, emoji: ReactionEmoji, op: 'add' | 'remove'): void {
  applyEvents([
    { id: LOCAL, type: 'reaction', op, message_id: messageId, user_id: ownId(), ...emoji },
  ])
}
