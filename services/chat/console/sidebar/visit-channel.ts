import { navigate } from '@oficina/web/router.ts'

import type { TopicObject } from '../../wire/messages.ts'
import { narrowAddress, topicsAddress } from '../narrow/narrow-address.ts'
import { channelNarrow, topicNarrow } from '../narrow/narrow.ts'
import { channelTopics, loadTopics } from '../state/conversations/topics.ts'
import { isTopicMuted, unreadInTopic } from '../state/conversations/unread.ts'
import { userSettings } from '../state/own/own.ts'

// Zulip's `web_channel_default_view`.
const TOP_TOPIC = 1
const LIST_OF_TOPICS = 3
const TOP_UNREAD_TOPIC = 4

/** Opens a channel where the person wants channels to open: at its newest topic, at all its messages, and so on. */
export async function visitChannel(channelId: number): Promise<void> {
  const view = userSettings.peek()?.web_channel_default_view ?? TOP_TOPIC
  if (view === LIST_OF_TOPICS) return await navigate(topicsAddress(channelId))
  if (view === TOP_TOPIC || view === TOP_UNREAD_TOPIC) await visitTopic(channelId, view)
  else await navigate(narrowAddress(channelNarrow(channelId)))
}

/** Opens the newest topic of a channel. */
export async function visitNewestTopic(channelId: number): Promise<void> {
  await visitTopic(channelId, TOP_TOPIC)
}

async function visitTopic(channelId: number, view: number): Promise<void> {
  const topic = await topicOf(channelId, view)
  const narrow = topic === undefined ? channelNarrow(channelId) : topicNarrow(channelId, topic.name)
  await navigate(narrowAddress(narrow))
}

async function topicOf(channelId: number, view: number): Promise<TopicObject | undefined> {
  if (channelTopics.peek(channelId) === undefined) {
    // Without an answer the whole channel opens, which says what failed.
    await loadTopics(channelId).catch(() => undefined)
  }
  const all = channelTopics.peek(channelId) ?? []
  const heard = all.filter(({ name }) => !isTopicMuted(channelId, name))
  const unread = heard.find(({ name }) => unreadInTopic(channelId, name) !== undefined)
  const [newest = all[0]] = heard
  return view === TOP_UNREAD_TOPIC ? (unread ?? newest) : newest
}
