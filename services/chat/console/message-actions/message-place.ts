import type { ComposeTarget } from '../compose/compose-state.ts'
import { shareLink } from '../narrow/narrow-address.ts'
import { directNarrow, topicNarrow, type Narrow } from '../narrow/narrow.ts'
import { directKeyOf, directUserIds } from '../state/conversations/direct.ts'
import type { Message } from '../state/conversations/messages.ts'

/** The conversation that a message belongs to, to write to it. */
export function targetOfMessage(message: Message): ComposeTarget {
  if (message.type === 'private') {
    return { kind: 'direct', userIds: directUserIds(directKeyOf(message)) }
  }
  return { kind: 'channel', channelId: message.stream_id, topic: message.subject }
}

/** The view of a message's conversation. */
export function narrowOfMessage(message: Message): Narrow {
  if (message.type === 'private') return directNarrow(directUserIds(directKeyOf(message)))
  return topicNarrow(message.stream_id ?? 0, message.subject)
}

/** A link to a message that others can open. */
export function linkToMessage(message: Message): string {
  return shareLink([...narrowOfMessage(message), { operator: 'near', operand: message.id }])
}
