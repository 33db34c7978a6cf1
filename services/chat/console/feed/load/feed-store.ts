import type { Narrow } from '../../narrow/narrow.ts'
import { onMessages } from '../../state/conversations/messages.ts'
import { narrowKey } from '../feed-narrow.ts'
import { Feed } from '../feed.ts'

// Those one goes back and forth between; each holds at most its bound of messages.
const MAX_FEEDS = 5

const feeds = new Map<string, Feed>()

/** The feed of a narrow: the one that was open lately, kept true meanwhile, or a new one with nothing in it yet. */
export function feedOf(narrow: Narrow): Feed {
  const key = narrowKey(narrow)
  const feed = feeds.get(key) ?? new Feed(narrow)
  feeds.delete(key)
  feeds.set(key, feed)
  if (feeds.size > MAX_FEEDS) {
    const [oldest] = feeds
    if (oldest !== undefined) drop(oldest[0])
  }
  return feed
}

// Something may have been missed: the one that is shown fetches anew, the others do when they are opened.
onMessages(({ kind }) => {
  if (kind !== 'reset') return
  for (const key of [...feeds.keys()].slice(0, -1)) drop(key)
})

function drop(key: string): void {
  feeds.get(key)?.close()
  feeds.delete(key)
}
