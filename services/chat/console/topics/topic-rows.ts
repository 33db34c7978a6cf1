import { plain } from '@oficina/web/fuzzy.ts'

import type { TopicObject } from '../../wire/messages.ts'
import type { InboxFilter, InboxRow } from '../inbox/inbox-rows.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { POLICY, topicPolicy } from '../state/conversations/topics.ts'
import { isTopicMuted, unreadInTopic, unreadMentions } from '../state/conversations/unread.ts'

export interface TopicChoice {
  readonly typed: string
  readonly filter: InboxFilter
}

/** The topics of a channel as lines of the inbox, newest first. */
export function topicRows(
  channelId: number,
  topics: readonly TopicObject[],
  { typed, filter }: TopicChoice,
): readonly InboxRow[] {
  const wanted = plain(typed.trim())
  const mentions = unreadMentions()
  return topics
    .filter(({ name }) => plain(topicName(name)).includes(wanted))
    .filter(({ name }) => isWanted(channelId, name, filter))
    .map(({ name, max_id: lastId }) => {
      const ids = unreadInTopic(channelId, name)?.ids ?? NONE
      return {
        kind: 'topic',
        key: `topic:${channelId}:${name.toLowerCase()}`,
        channelId,
        topic: {
          topic: name,
          count: ids.size,
          lastId,
          isMentioned: mentions.size > 0 && !ids.isDisjointFrom(mentions),
          isMuted: isTopicMuted(channelId, name),
          isFollowed: topicPolicy(channelId, name) === POLICY.followed,
        },
      }
    })
}

const NONE: ReadonlySet<number> = new Set()

function isWanted(channelId: number, topic: string, filter: InboxFilter): boolean {
  if (filter === 'all') return true
  return filter === 'followed'
    ? topicPolicy(channelId, topic) === POLICY.followed
    : !isTopicMuted(channelId, topic)
}
