import { useEffect, useMemo } from 'preact/hooks'
import { Later } from '@oficina/web/later.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { navigate } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'

import { lightBox, lightBoxSource } from '../message/light-box/light-box-state.ts'
import { narrowAddress, narrowOf } from '../narrow/narrow-address.ts'
import { narrowTitle } from '../narrow/narrow-title.ts'
import { channelOf, topicNarrow, topicOf, type Narrow } from '../narrow/narrow.ts'
import { failureText } from '../session/failure-text.ts'
import { messages } from '../state/conversations/messages.ts'
import { words } from '../words/feed.ts'
import { FeedEmpty } from './feed-empty.tsx'
import { FeedHead } from './feed-head.tsx'
import { FeedList } from './feed-list.tsx'
import { anchorOf, narrowKey } from './feed-narrow.ts'
import { FeedNotice } from './feed-notice.tsx'
import { FeedWaiting } from './feed-waiting.tsx'
import type { Feed } from './feed.ts'
import { beginningOf } from './load/feed-question.ts'
import { feedOf } from './load/feed-store.ts'
import { sendingIn } from './rows/outgoing-rows.tsx'

/** The messages of a narrow. */
export function FeedPage({ path }: PageProps) {
  const narrow = useMemo(() => narrowOf(path), [path])
  if (narrow === undefined) return <Failure text={words('badNarrow')} />
  return <NarrowPage key={narrowKey(narrow)} narrow={narrow} />
}

function NarrowPage({ narrow }: { readonly narrow: Narrow }) {
  const feed = useMemo(() => {
    const opened = feedOf(narrow)
    // Before the list is drawn, so that it is never anywhere else.
    begin(opened, narrow)
    return opened
  }, [narrow])
  useTitle(narrowTitle(narrow))
  useEffect(() => {
    feed.isReadingHeld = false
    lightBoxSource.ids = () => feed.window.peek()?.ids ?? []
  }, [feed])
  useFollowMove(feed)
  return (
    <div class="feed">
      <FeedHead narrow={narrow} />
      <FeedNotice narrow={narrow} />
      <Body feed={feed} />
      {lightBox.value !== undefined && <Later load={loadLightBox} props={{}} />}
    </div>
  )
}

const loadLightBox = async () => (await import('../message/light-box/light-box.tsx')).LightBox

function Body({ feed }: { readonly feed: Feed }) {
  const window = feed.window.value
  if (window === undefined) {
    const failure = feed.failure.value
    if (failure === undefined) return <FeedWaiting />
    return (
      <div class="feed-view">
        <Failure
          text={failureText(failure)}
          onRetry={() => void feed.open(anchorOf(feed.narrow))}
        />
      </div>
    )
  }
  const isEmpty = window.ids.length === 0 && window.hasNewest && window.hasOldest
  if (isEmpty && sendingIn(feed.narrow).length === 0) {
    return <FeedEmpty narrow={feed.narrow} />
  }
  return <FeedList feed={feed} />
}

/** Goes to where the view is opened; what is loaded already is shown at once. */
function begin(feed: Feed, narrow: Narrow): void {
  const { anchor, offset, isRecalled } = beginningOf(narrow)
  if (typeof anchor !== 'number') return void feed.open(anchor)
  if (!isRecalled) return feed.goTo(anchor)
  if (feed.window.peek()?.ids.includes(anchor) !== true) return void feed.open(anchor, offset)
  feed.target.value = offset === undefined ? { id: anchor } : { id: anchor, offset }
}

/** Who reads a topic that is moved elsewhere goes with it. */
function useFollowMove(feed: Feed): void {
  const moved = feed.movedAway.value
  useEffect(() => {
    if (moved === undefined) return
    feed.movedAway.value = undefined
    const message = messages.peek(moved)
    const isTopic = topicOf(feed.narrow) !== undefined && channelOf(feed.narrow) !== undefined
    if (!isTopic || message?.stream_id === undefined) return
    const topic = topicNarrow(message.stream_id, message.subject)
    void navigate(narrowAddress(topic), { replace: true })
  }, [moved])
}
