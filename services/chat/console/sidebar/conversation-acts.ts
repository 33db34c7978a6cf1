import { toast } from '@oficina/web/toasts.tsx'

import { markRead } from '../feed/load/mark-read.ts'
import { shareLink } from '../narrow/narrow-address.ts'
import type { Narrow } from '../narrow/narrow.ts'
import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { channels } from '../state/conversations/channels.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { topicPolicy } from '../state/conversations/topics.ts'
import { unreadInDirect, unreadInTopic, unreadTopics } from '../state/conversations/unread.ts'
import { words } from '../words/sidebar.ts'

/** Does something that may fail, and tells the person why it did; true when it did not. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    toast({ text: words('failed', { why: failureText(error) }), tone: 'danger' })
    return false
  }
}

export function readTopic(channelId: number, topic: string): void {
  markRead([...(unreadInTopic(channelId, topic)?.ids ?? [])])
}

export function readChannel(channelId: number): void {
  markRead(unreadTopics(channelId).flatMap(({ ids }) => [...ids]))
}

export function readDirect(key: string): void {
  markRead([...(unreadInDirect(key)?.ids ?? [])])
}

/** Sets how much the person cares for a topic, one of `POLICY`, and offers to take it back. */
export async function setPolicy(channelId: number, topic: string, policy: number): Promise<void> {
  const before = topicPolicy(channelId, topic)
  if (before === policy || !(await attempt(() => sendPolicy(channelId, topic, policy)))) return
  toast({
    text: words(POLICY_TOLD[policy] ?? 'toldInherit', { topic: topicName(topic) }),
    action: {
      label: words('undo'),
      run: () => void attempt(() => sendPolicy(channelId, topic, before)),
    },
  })
}

const POLICY_TOLD = ['toldInherit', 'toldMuted', 'toldUnmuted', 'toldFollowed'] as const

async function sendPolicy(channelId: number, topic: string, policy: number): Promise<void> {
  await api('POST', '/user_topics', { stream_id: channelId, topic, visibility_policy: policy })
}

/** Sets one of the person's own settings of a channel, such as `pin_to_top`. */
export function setSubscription(
  channelId: number,
  property: string,
  value: boolean | string,
): Promise<boolean> {
  const data = [{ stream_id: channelId, property, value }]
  return attempt(() =>
    api('POST', '/users/me/subscriptions/properties', { subscription_data: data }),
  )
}

export function unsubscribe(channelId: number): Promise<boolean> {
  const name = channels.peek(channelId)?.name ?? ''
  return attempt(() => api('DELETE', '/users/me/subscriptions', { subscriptions: [name] }))
}

/** Puts the link of a narrow where the person can paste it. */
export async function copyLink(narrow: Narrow): Promise<void> {
  try {
    await navigator.clipboard.writeText(shareLink(narrow))
    toast({ text: words('copied'), tone: 'success' })
  } catch {
    toast({ text: words('notCopied'), tone: 'danger' })
  }
}
