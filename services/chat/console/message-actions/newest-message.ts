import type { MessagesAnswer } from '../../wire/messages.ts'
import { topicNarrow } from '../narrow/narrow.ts'
import type { Narrow } from '../narrow/narrow.ts'
import { api } from '../session/api.ts'
import type { Message } from '../state/conversations/messages.ts'
import { ownId } from '../state/part.ts'

/** The newest message of a topic; undefined where it has none. @throws ApiFailure */
export async function newestInTopic(channelId: number, topic: string): Promise<number | undefined> {
  return (await newest(topicNarrow(channelId, topic)))?.id
}

/** The newest message of one's own in a view. @throws ApiFailure */
export function newestOwn(narrow: Narrow): Promise<Message | undefined> {
  return newest([...narrow, { operator: 'sender', operand: ownId() }])
}

async function newest(narrow: Narrow): Promise<Message | undefined> {
  const { messages } = await api<MessagesAnswer>('GET', '/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow,
    client_gravatar: false,
    allow_empty_topic_name: true,
  })
  return messages.at(-1)
}
