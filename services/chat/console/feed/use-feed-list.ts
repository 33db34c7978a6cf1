import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { place as address } from '@oficina/web/router.ts'

import { isUnread } from '../state/conversations/unread.ts'
import { userSettings } from '../state/own/own.ts'
import { isAtEnd } from './at-end.ts'
import { isAttended, onAttention } from './attention.ts'
import { narrowKey, readsAlong } from './feed-narrow.ts'
import type { Feed } from './feed.ts'
import { noteLeftPlace, type LeftPlace } from './load/left-places.ts'
import { markRead } from './load/mark-read.ts'
import { BAR_HEIGHT, ReadingPlace } from './load/reading-place.ts'
import type { FeedRow } from './rows/feed-rows.ts'
import { placeAt, renderedRows, type RenderedRows } from './rows/rendered-rows.ts'
import { likelyHeight } from './rows/row-height.ts'
import type { RowPlace, RowRange } from './rows/row-range.ts'
import { selectedId, selectMessage } from './selected.ts'

interface FeedListRefs {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly spacer: RefObject<HTMLDivElement | null>
  readonly list: RefObject<HTMLDivElement | null>
}

export interface FeedList {
  readonly refs: FeedListRefs
  readonly rendered: RenderedRows
  readonly place: ReadingPlace
  readonly onScroll: () => void
}

// Where the message that one is taken to comes to lie: below the bar, and what led to it above.
const TARGET_OFFSET = BAR_HEIGHT + 88
// Pages before the end at which the next part is fetched.
const AHEAD = 2
const READ_AFTER_MS = 60
const READ_AGAIN_MS = 400

/** The rows of a feed that are rendered, kept where the reader has them. */
export function useFeedList(feed: Feed): FeedList {
  const [, setVersion] = useState(0)
  const redraw = (): void => setVersion((version) => version + 1)
  const refs: FeedListRefs = { scroller: useRef(null), spacer: useRef(null), list: useRef(null) }
  const place = useMemo(() => new ReadingPlace(), [feed])
  const last = useRef<{ rows: readonly FeedRow[]; range: RowRange } | undefined>(undefined)
  const rows = feed.rows.value
  const indexes = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows])
  const heightOf = (index: number): number => {
    const row = rows[index]
    return row === undefined ? 0 : (place.heightOf(row.key) ?? likelyHeight(row))
  }
  takeTarget(feed, place, rows)
  const height = place.height === 0 ? innerHeight : place.height
  const known = last.current?.rows === rows ? last.current.range : undefined
  const at = rowPlace(place, { rows, indexes, height, heightOf })
  const rendered = renderedRows(rows, at, { height, heightOf }, known)
  last.current = { rows, range: rendered.range }
  place.prepare(rendered.before)
  const state = useRef({ rendered, rows, heightOf })
  state.current = { rendered, rows, heightOf }

  const timers = useRef<{ read?: number | undefined }>({})
  const step = address.value.key
  const readAfter = (waitMs: number): void => {
    timers.current.read ??= window.setTimeout(() => {
      timers.current.read = undefined
      // Nothing tells when what lay over the list is gone.
      if (!readSeen(feed, place)) readAfter(READ_AGAIN_MS)
    }, waitMs)
  }
  const look = (): void => {
    afterMove(feed, place, state.current)
    readAfter(READ_AFTER_MS)
    noteLeftPlace(step, placeNow(feed, place))
  }
  useLayoutEffect(() => {
    const { scroller, spacer, list } = refs
    if (scroller.current === null || spacer.current === null || list.current === null) return
    place.attach({ scroller: scroller.current, spacer: spacer.current, list: list.current })
  }, [place])
  useLayoutEffect(() => {
    if (refs.scroller.current === null) return
    place.lastFollowed = lastFollowed(feed)
    place.settle(rendered.before)
    feed.target.value = undefined
    place.noteEnd(feed.window.peek()?.hasNewest === true)
    look()
    const needed = rowPlace(place, { rows, indexes, height: place.height, heightOf })
    const more = renderedRows(rows, needed, { height: place.height, heightOf }, rendered.range)
    if (more.range !== rendered.range) redraw()
  })
  useSizes(refs, () => {
    place.settle(state.current.rendered.before)
    place.noteEnd(feed.window.peek()?.hasNewest === true)
    look()
  })
  useEffect(() => onAttention(() => void readSeen(feed, place)), [feed])
  useEffect(
    () => () => {
      clearTimeout(timers.current.read)
    },
    [feed],
  )
  const onScroll = (): void => {
    const isSeen = place.onScroll()
    if (!isSeen) jumpInto(place, refs, state.current)
    place.noteEnd(feed.window.peek()?.hasNewest === true)
    look()
    const now = rowPlace(place, { rows, indexes, height: place.height, heightOf })
    const next = renderedRows(rows, now, { height: place.height, heightOf }, rendered.range)
    if (next.range !== rendered.range) redraw()
  }
  return { refs, rendered, place, onScroll }
}

/** What comes while nobody looks is there when they come back: it is not followed out of sight. */
function lastFollowed({ unreadFrom }: Feed): string | undefined {
  const from = unreadFrom.peek()
  return from === undefined || !isUnread(from) || isAttended() ? undefined : `message-${from}`
}

interface Rows {
  readonly rows: readonly FeedRow[]
  readonly indexes: ReadonlyMap<string, number>
  readonly height: number
  readonly heightOf: (index: number) => number
}

/** Where the reader is among the rows; a row that is gone is replaced by the next one that is there. */
function rowPlace(place: ReadingPlace, { rows, indexes, height, heightOf }: Rows): RowPlace {
  const { anchor } = place
  if (place.isFollowing || anchor === undefined) {
    const index = Math.max(0, rows.length - 1)
    return { index, offset: height - heightOf(index) }
  }
  const index = indexes.get(anchor.key)
  if (index !== undefined) return { index, offset: anchor.offset }
  const id = idOf(anchor.key)
  const found = rows.findIndex((row) => row.kind === 'message' && row.id >= (id ?? 0))
  const next = found === -1 ? rows.findLastIndex(({ kind }) => kind === 'message') : found
  const row = rows[next]
  if (row !== undefined) place.replaceAnchor(row.key)
  return { index: Math.max(0, next), offset: anchor.offset }
}

/** The id in the key of a message's row. */
function idOf(key: string): number | undefined {
  const id = /^message-(\d+)$/.exec(key)?.[1]
  return id === undefined ? undefined : Number(id)
}

function takeTarget(feed: Feed, place: ReadingPlace, rows: readonly FeedRow[]): void {
  const target = feed.target.value
  if (target === undefined || rows.length === 0) return
  const { id, offset = TARGET_OFFSET } = target
  if (id === undefined) place.isFollowing = true
  else place.moveTo({ key: `message-${id}`, offset })
  const newest = rows.findLast(({ kind }) => kind === 'message')
  selectMessage(id ?? (newest?.kind === 'message' ? newest.id : undefined))
}

interface Shown {
  readonly rendered: RenderedRows
  readonly rows: readonly FeedRow[]
  readonly heightOf: (index: number) => number
}

/** The reader is where nothing is rendered yet: where that is follows from what rows are thought to take. */
function jumpInto(place: ReadingPlace, refs: FeedListRefs, { rows, heightOf }: Shown): void {
  const { current: scroller } = refs.scroller
  const { current: spacer } = refs.spacer
  if (scroller === null || spacer === null || rows.length === 0) return
  const top = spacer.getBoundingClientRect().top - scroller.getBoundingClientRect().top
  const { index, offset } = placeAt(Math.max(0, -top), rows.length, heightOf)
  const row = rows[index]
  if (row !== undefined) place.moveTo({ key: row.key, offset })
}

/** Notes where the reader is, keeps the selected message in sight and fetches what they will see next. */
function afterMove(feed: Feed, place: ReadingPlace, { rendered, rows }: Shown): void {
  feed.reading = place.isFollowing ? undefined : idOf(place.anchor?.key ?? '')
  if (place.isFollowing) feed.arrivals.value = 0
  const { start, end } = rendered.range
  const ahead = place.height * AHEAD
  if (start === 0 && place.toStart() < ahead && feed.older.peek() === 'idle') void feed.loadOlder()
  if (end === rows.length && place.toEnd() < ahead && feed.newer.peek() === 'idle') {
    void feed.loadNewer()
  }
  isAtEnd.value = place.toEnd() < place.height / 2
  keepSelected(place)
}

function keepSelected(place: ReadingPlace): void {
  const seen = place
    .seen()
    .filter(({ top, bottom }) => bottom > BAR_HEIGHT && top < place.height)
    .map(({ key }) => idOf(key))
    .filter((id) => id !== undefined)
  const [first] = seen
  const last = seen.at(-1)
  const selected = selectedId.peek()
  if (first === undefined || last === undefined) return
  if (selected === undefined || selected > last) selectMessage(last)
  else if (selected < first) selectMessage(first)
}

/** Marks what is seen as read. @returns false when it has to wait until somebody looks */
function readSeen(feed: Feed, place: ReadingPlace): boolean {
  const policy = userSettings.peek()?.web_mark_read_on_scroll_policy ?? 1
  if (feed.isReadingHeld || !readsAlong(feed.narrow, policy)) return true
  // A page that is not shown tells when it is.
  if (!isAttended()) return document.visibilityState !== 'visible'
  const { height } = place
  const read = place
    .seen()
    .filter(({ top, bottom }) => bottom <= height || top < height / 2)
    .map(({ key }) => idOf(key))
    .filter((id) => id !== undefined)
  markRead(read)
  return true
}

function placeNow({ narrow }: Feed, { isFollowing, anchor }: ReadingPlace): LeftPlace {
  const of = narrowKey(narrow)
  const id = idOf(anchor?.key ?? '')
  return isFollowing || id === undefined ? { of } : { of, id, offset: anchor?.offset }
}

function useSizes({ scroller, list }: FeedListRefs, onResize: () => void): void {
  const held = useRef(onResize)
  held.current = onResize
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => held.current())
    if (scroller.current !== null) observer.observe(scroller.current)
    if (list.current !== null) observer.observe(list.current)
    return () => observer.disconnect()
  }, [])
}
