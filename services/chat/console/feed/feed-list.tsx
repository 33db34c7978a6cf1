import { useSignalEffect } from '@preact/signals'
import type { VNode } from 'preact'
import { useRef } from 'preact/hooks'

import { MessageRow } from '../message/message-row.tsx'
import { words } from '../words/feed.ts'
import { FeedEnd, FeedStart } from './feed-ends.tsx'
import type { Feed } from './feed.ts'
import { JumpButton } from './jump-button.tsx'
import { BarRow } from './rows/bar-row.tsx'
import type { FeedRow } from './rows/feed-rows.ts'
import { DayRow, UnreadRow } from './rows/line-rows.tsx'
import { useFeedKeys } from './use-feed-keys.ts'
import { useFeedList } from './use-feed-list.ts'

/** The messages of a feed, of which those around the reader are rendered. */
export function FeedList({ feed }: { readonly feed: Feed }) {
  const { refs, rendered, place, onScroll } = useFeedList(feed)
  useFeedKeys(feed, place)
  const nodes = useRef(new Map<string, Drawn>())
  const { lead, rows, after } = rendered
  const shown = lead === undefined ? rows : [lead, ...rows]
  const drawn = new Map<string, Drawn>()
  for (const row of shown) drawn.set(row.key, drawnRow(nodes.current.get(row.key), row, feed))
  nodes.current = drawn
  useSignalEffect(() => {
    refs.scroller.current?.setAttribute('aria-busy', String(feed.older.value === 'loading'))
  })
  return (
    <div class="feed-view">
      <div
        class="feed-scroller"
        ref={refs.scroller}
        onScroll={onScroll}
        role="region"
        aria-label={words('messages')}
        tabIndex={0}
      >
        <FeedStart feed={feed} />
        <div ref={refs.spacer} aria-hidden="true" />
        <div class="feed-rows" ref={refs.list}>
          {shown.map(({ key }) => drawn.get(key)?.node)}
        </div>
        <div style={{ height: `${after}px` }} aria-hidden="true" />
        <FeedEnd feed={feed} />
      </div>
      <JumpButton feed={feed} />
    </div>
  )
}

interface Drawn {
  readonly row: FeedRow
  readonly node: VNode
}

/** The same node for the same row, so that scrolling draws what is new alone. */
function drawnRow(known: Drawn | undefined, row: FeedRow, feed: Feed): Drawn {
  if (known !== undefined && isSame(known.row, row)) return known
  return { row, node: draw(row, feed) }
}

function isSame(one: FeedRow, other: FeedRow): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function draw(row: FeedRow, feed: Feed): VNode {
  switch (row.kind) {
    case 'bar':
      return <BarRow key={row.key} row={row} feed={feed} />
    case 'day':
      return <DayRow key={row.key} row={row} />
    case 'unread':
      return <UnreadRow key={row.key} rowKey={row.key} />
    case 'message':
      return <MessageRow key={row.key} row={row} feed={feed} />
  }
}
