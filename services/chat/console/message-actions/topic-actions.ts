import { ask } from '@oficina/web/ask.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { channels } from '../state/conversations/channels.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { RESOLVED } from '../state/conversations/topic-name.ts'
import { words } from '../words/message-actions.ts'
import { openDialog } from './dialogs.ts'
import { mayDeleteTopic, mayMoveOut, mayMoveWithin, mayResolve } from './message-rights.ts'
import { moveMessages } from './move-call.ts'
import { newestInTopic } from './newest-message.ts'

export { mayDeleteTopic, mayResolve }

/** Whether a topic of this channel may get another name or another channel. */
export function mayMoveTopic(channelId: number): boolean {
  return mayMoveWithin(channelId) || mayMoveOut(channelId)
}

/** Asks where a topic is to go, and moves it. */
export function moveTopic(channelId: number, topic: string): void {
  openDialog({ kind: 'moveTopic', channelId, topic })
}

/** Marks a topic as resolved, or takes the mark away. @returns whether it was done */
export async function toggleResolved(channelId: number, topic: string): Promise<boolean> {
  const isResolved = topic.startsWith(RESOLVED)
  const next = isResolved ? topic.slice(RESOLVED.length) : RESOLVED + topic
  try {
    const messageId = await newestInTopic(channelId, topic)
    if (messageId === undefined) return false
    const problem = await moveMessages({
      messageId,
      topic: next,
      channelId: undefined,
      mode: 'change_all',
      tellsOld: false,
      tellsNew: true,
    })
    if (problem !== undefined) toast({ tone: 'danger', text: problem })
    return problem === undefined
  } catch (error) {
    toast({ tone: 'danger', text: failureText(error) })
    return false
  }
}

// Each call deletes for most of a minute; a topic that takes longer than these is no topic.
const MAX_ROUNDS = 50

/** Deletes all messages of a topic, once the person is sure. */
export async function deleteTopic(channelId: number, topic: string): Promise<void> {
  const name = topicName(topic)
  const isSure = await ask({
    title: words('deleteTopicTitle'),
    text: words('deleteTopicText', { topic: name, channel: channels.peek(channelId)?.name ?? '' }),
    confirm: words('deleteTopic'),
    isDangerous: true,
  })
  if (!isSure) return
  try {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { complete } = await api<{ readonly complete: boolean }>(
        'POST',
        `/streams/${channelId}/delete_topic`,
        { topic_name: topic },
      )
      if (complete) break
    }
    toast({ tone: 'success', text: words('topicDeleted', { topic: name }) })
  } catch (error) {
    toast({ tone: 'danger', text: failureText(error) })
  }
}
