import { directKeyOf } from '../state/conversations/direct.ts'
import type { Message } from '../state/conversations/messages.ts'
import { topicKey } from '../state/conversations/topics.ts'

/** What tells one conversation from another: a topic of a channel, or the people of a direct one. */
export function conversationKey(message: Message): string {
  const { type, stream_id: channelId, subject } = message
  return type === 'private' ? `dm:${directKeyOf(message)}` : topicKey(channelId ?? 0, subject)
}
