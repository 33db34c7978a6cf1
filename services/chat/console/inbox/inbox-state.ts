import { computed, signal } from '@preact/signals'
import { plain } from '@oficina/web/fuzzy.ts'
import { readStored, writeStored } from '@oficina/web/stored.ts'

import { directTitle } from '../narrow/narrow-title.ts'
import { isFolded } from '../sidebar/folds.ts'
import { allSections } from '../sidebar/left-state.ts'
import { channels } from '../state/conversations/channels.ts'
import { directUserIds } from '../state/conversations/direct.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { POLICY, topicPolicy } from '../state/conversations/topics.ts'
import {
  isTopicMuted,
  unreadChannels,
  unreadDirects,
  unreadMentions,
  unreadTopics,
} from '../state/conversations/unread.ts'
import {
  inboxRows,
  type InboxChannel,
  type InboxDirect,
  type InboxFilter,
  type InboxRow,
} from './inbox-rows.ts'

const FILTERS: readonly InboxFilter[] = ['unmuted', 'all', 'followed']
const FILTER_KEY = 'oficina.chat.inbox-filter'

const stored = readStored(FILTER_KEY)

export const inboxFilter = signal<InboxFilter>(FILTERS.find((one) => one === stored) ?? 'unmuted')

/** What is typed to find something in the inbox. */
export const inboxTyped = signal('')

export function chooseInboxFilter(filter: InboxFilter): void {
  inboxFilter.value = filter
  writeStored(FILTER_KEY, filter === 'unmuted' ? undefined : filter)
}

const directs = computed<readonly InboxDirect[]>(() => {
  const mentions = unreadMentions()
  return unreadDirects().map(([direct, { ids }]) => ({
    direct,
    name: directTitle(directUserIds(direct)),
    count: ids.size,
    lastId: lastOf(ids),
    isMentioned: hasAny(ids, mentions),
  }))
})

const unreadByChannel = computed<ReadonlyMap<number, InboxChannel>>(() => {
  const mentions = unreadMentions()
  return new Map(
    unreadChannels().map((channelId) => [
      channelId,
      {
        channelId,
        name: channels.get(channelId)?.name ?? '',
        topics: unreadTopics(channelId).map(({ topic, ids }) => ({
          topic,
          count: ids.size,
          lastId: lastOf(ids),
          isMentioned: hasAny(ids, mentions),
          isMuted: isTopicMuted(channelId, topic),
          isFollowed: topicPolicy(channelId, topic) === POLICY.followed,
        })),
      },
    ]),
  )
})

/** The lines of the inbox as it is now. */
export const inboxLines = computed<readonly InboxRow[]>(() =>
  inboxRows({
    directs: directs.value,
    channels: unreadByChannel.value,
    sections: allSections.value,
    filter: inboxFilter.value,
    typed: inboxTyped.value,
    isFolded,
    plain,
    topicName,
  }),
)

// Ids grow as they come, but those marked unread again.
function lastOf(ids: ReadonlySet<number>): number {
  let last = 0
  for (const id of ids) if (id > last) last = id
  return last
}

function hasAny(ids: ReadonlySet<number>, wanted: ReadonlySet<number>): boolean {
  if (wanted.size === 0) return false
  for (const id of ids) if (wanted.has(id)) return true
  return false
}
