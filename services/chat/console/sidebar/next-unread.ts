import { navigate } from '@oficina/web/router.ts'

import { narrowAddress } from '../narrow/narrow-address.ts'
import { directNarrow, topicNarrow } from '../narrow/narrow.ts'
import { channels, subscriptions } from '../state/conversations/channels.ts'
import { directUserIds } from '../state/conversations/direct.ts'
import { POLICY, topicPolicy } from '../state/conversations/topics.ts'
import { isTopicMuted, unreadDirects, unreadTopics } from '../state/conversations/unread.ts'
import { here } from './here.ts'
import { directKeys, sidebarChannels } from './left-state.ts'

interface UnreadTopic {
  readonly channelId: number
  readonly topic: string
  /** Its newest message. */
  readonly lastId: number
}

/** Goes to the next topic with something unread, in the order of the sidebar; false when there is none. */
export function goToNextTopic({ isFollowed = false } = {}): boolean {
  const next = nextTopic(unreadInOrder(isFollowed), here.peek())
  if (next === undefined) return false
  void navigate(narrowAddress(topicNarrow(next.channelId, next.topic)))
  return true
}

/** Goes to the next direct conversation with something unread; false when there is none. */
export function goToNextDirect(): boolean {
  const unread = new Set(unreadDirects().map(([key]) => key))
  const { direct } = here.peek()
  const [next] = directKeys.peek().filter((key) => unread.has(key) && key !== direct)
  if (next === undefined) return false
  void navigate(narrowAddress(directNarrow(directUserIds(next))))
  return true
}

/** The one after where the person is: the rest of their channel first, then the channels below it, then from the top. */
function nextTopic(
  unread: readonly UnreadTopic[],
  now: { readonly channelId: number | undefined; readonly topic: string | undefined },
): UnreadTopic | undefined {
  const isHere = ({ channelId, topic }: UnreadTopic) =>
    channelId === now.channelId && topic.toLowerCase() === now.topic?.toLowerCase()
  const others = unread.filter((one) => !isHere(one))
  const inChannel = others.find(({ channelId }) => channelId === now.channelId)
  if (inChannel !== undefined) return inChannel
  const order = unread.map(({ channelId }) => channelId)
  const at = now.channelId === undefined ? -1 : order.lastIndexOf(now.channelId)
  return unread.slice(at + 1).find((one) => !isHere(one)) ?? others[0]
}

function unreadInOrder(isFollowed: boolean): readonly UnreadTopic[] {
  return sidebarChannels.peek().flatMap((channelId) => {
    if (channels.peek(channelId) === undefined) return []
    return unreadTopics(channelId)
      .filter(({ topic }) =>
        isFollowed
          ? topicPolicy(channelId, topic) === POLICY.followed
          : !isTopicMuted(channelId, topic) && subscriptions.peek(channelId) !== undefined,
      )
      .map(({ topic, ids }) => ({ channelId, topic, lastId: Math.max(...ids) }))
      .toSorted((one, other) => other.lastId - one.lastId)
  })
}
