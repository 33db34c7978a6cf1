import type { ReactionObject } from '../../../wire/messages.ts'
import { api, ApiFailure } from '../../session/api.ts'
import { applyEvents, LOCAL, onEvent } from '../apply-event.ts'
import { toggle, type Op } from '../own/own-toggles.ts'
import { ownUser } from '../own/own.ts'
import { ownId } from '../part.ts'

/** An emoji as reactions name it. */
export type ReactionEmoji = Pick<ReactionObject, 'emoji_name' | 'emoji_code' | 'reaction_type'>

// The name of an emoji may differ: it has several.
const IDENTITY = ['message_id', 'user_id', 'emoji_code', 'reaction_type'] as const

/**
 * Adds or takes away one's own reaction, shown at once and taken back when the service refuses.
 * @throws ApiFailure
 */
export async function react(messageId: number, emoji: ReactionEmoji, op: Op): Promise<void> {
  const type = 'reaction'
  const own = { message_id: messageId, user_id: ownId(), ...emoji }
  const { email = '', full_name = '' } = ownUser.peek() ?? {}
  const user = { user_id: own.user_id, email, full_name }
  await toggle(
    {
      key: `${emoji.reaction_type} ${emoji.emoji_code} ${messageId}`,
      show: (shown) => applyEvents([{ id: LOCAL, type, op: shown, ...own, user }]),
      tell: (told) => tell(messageId, emoji, told),
      onHeard: (listener) =>
        onEvent(type, (event) => {
          const isIt = IDENTITY.every((name) => event[name] === own[name])
          if (event.id !== LOCAL && isIt) listener(event.op)
        }),
    },
    op,
  )
}

async function tell(messageId: number, emoji: ReactionEmoji, op: Op): Promise<void> {
  try {
    await api(op === 'add' ? 'POST' : 'DELETE', `/messages/${messageId}/reactions`, { ...emoji })
  } catch (error) {
    // Another tab of the same person was first.
    if (!(error instanceof ApiFailure && SAME.has(error.code))) throw error
  }
}

const SAME = new Set(['REACTION_ALREADY_EXISTS', 'REACTION_DOES_NOT_EXIST'])
