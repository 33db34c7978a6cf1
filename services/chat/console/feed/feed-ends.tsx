import { Skeleton, Failure } from '@oficina/web/notice.tsx'

import { channelOf, directOf, topicOf } from '../narrow/narrow.ts'
import { channels } from '../state/conversations/channels.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { ownId } from '../state/part.ts'
import { words } from '../words/feed.ts'
import type { Feed } from './feed.ts'
import { directNames } from './rows/direct-names.ts'
import { OutgoingRows } from './rows/outgoing-rows.tsx'
import { TypingLine } from './rows/typing-line.tsx'

/** Before the first message: that more is coming, why it is not, or that it is the first. */
export function FeedStart({ feed }: { readonly feed: Feed }) {
  const window = feed.window.value
  if (feed.older.value === 'failed') {
    return <Failure text={words('olderFailed')} onRetry={() => void feed.loadOlder()} />
  }
  if (window?.hasOldest !== true) {
    return (
      <div class="feed-more">
        <Skeleton lines={3} />
      </div>
    )
  }
  return <p class="feed-start">{feed.isLimited.value ? words('limited') : startText(feed)}</p>
}

function startText({ narrow }: Feed): string {
  const channelId = channelOf(narrow)
  const topic = topicOf(narrow)
  const people = directOf(narrow)
  if (people !== undefined) {
    const isOwn = people.every((id) => id === ownId())
    return isOwn ? words('startOfOwn') : words('startOfDirect', { names: directNames(people) })
  }
  if (channelId === undefined) return words('startOfAll')
  if (topic !== undefined) return words('startOfTopic', { topic: topicName(topic) })
  return words('startOfChannel', { name: channels.get(channelId)?.name ?? '' })
}

/** After the last message: that more is coming, what is being sent, who is writing. */
export function FeedEnd({ feed }: { readonly feed: Feed }) {
  const window = feed.window.value
  if (feed.newer.value === 'failed') {
    return <Failure text={words('newerFailed')} onRetry={() => void feed.loadNewer()} />
  }
  if (window?.hasNewest !== true) {
    return (
      <div class="feed-more">
        <Skeleton lines={3} />
      </div>
    )
  }
  return (
    <div class="feed-end">
      <OutgoingRows narrow={feed.narrow} />
      <TypingLine narrow={feed.narrow} />
    </div>
  )
}
