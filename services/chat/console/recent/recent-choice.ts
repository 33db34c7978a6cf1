import { computed, signal } from '@preact/signals'
import { plain } from '@oficina/web/fuzzy.ts'
import { readStored, writeStored } from '@oficina/web/stored.ts'

import { directTitle } from '../narrow/narrow-title.ts'
import { channels } from '../state/conversations/channels.ts'
import { directKey } from '../state/conversations/direct.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { POLICY, topicPolicy } from '../state/conversations/topics.ts'
import {
  isTopicMuted,
  unreadInDirect,
  unreadInTopic,
  unreadMentions,
} from '../state/conversations/unread.ts'
import { ownId } from '../state/part.ts'
import type { RecentConversation } from './recent-index.ts'
import { recentRows, type RecentFilter, type RecentOrder, type RecentRow } from './recent-rows.ts'
import { recentIndex, recentState } from './recent-state.ts'

const KEY = 'oficina.chat.recent'
const FIRST: RecentFilter = {
  isUnread: false,
  isParticipated: false,
  hasMuted: false,
  kind: 'all',
}

/** What the person filters by; the browser keeps it. */
export const recentFilter = signal<RecentFilter>(storedFilter())
export const recentOrder = signal<RecentOrder>({ by: 'time', isReversed: false })
export const recentTyped = signal('')

export function chooseRecent(changed: Partial<RecentFilter>): void {
  recentFilter.value = { ...recentFilter.peek(), ...changed }
  writeStored(KEY, JSON.stringify(recentFilter.peek()))
}

/** Orders by a column; by the same one again the other way round. */
export function orderRecent(by: RecentOrder['by']): void {
  const now = recentOrder.peek()
  recentOrder.value = { by, isReversed: now.by === by && !now.isReversed }
}

/** The rows of the list as it is now. */
export const recentLines = computed<readonly RecentRow[]>(() => {
  void recentState.value
  const typed = plain(recentTyped.value.trim())
  const rows = recentRows(
    recentIndex.conversations().map(rowOf),
    recentFilter.value,
    recentOrder.value,
  )
  if (typed === '') return rows
  return rows.filter(({ name, channelName }) => {
    const text = plain(`${channelName} ${name}`)
    return typed.split(/\s+/).every((word) => text.includes(word))
  })
})

function rowOf(conversation: RecentConversation): RecentRow {
  const { place, senderIds } = conversation
  const isParticipated = senderIds.includes(ownId())
  const ids =
    place.kind === 'topic'
      ? unreadInTopic(place.channelId, place.topic)?.ids
      : unreadInDirect(directKey(place.userIds))?.ids
  const mentions = unreadMentions()
  const isMentioned =
    ids !== undefined && mentions.size > 0 && [...ids].some((id) => mentions.has(id))
  const unread = ids?.size ?? 0
  if (place.kind === 'direct') {
    return {
      ...conversation,
      name: directTitle(place.userIds),
      channelName: '',
      unread,
      isMentioned,
      isMuted: false,
      isFollowed: false,
      isParticipated: true,
    }
  }
  const { channelId, topic } = place
  return {
    ...conversation,
    name: topicName(topic),
    channelName: channels.get(channelId)?.name ?? '',
    unread,
    isMentioned,
    isMuted: isTopicMuted(channelId, topic),
    isFollowed: topicPolicy(channelId, topic) === POLICY.followed,
    isParticipated,
  }
}

function storedFilter(): RecentFilter {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '{}')
    // Each key that is not there, or of another version, is as at first.
    return { ...FIRST, ...(stored as Partial<RecentFilter>) }
  } catch {
    return FIRST
  }
}
