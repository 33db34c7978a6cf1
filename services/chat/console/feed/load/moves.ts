import type { Feed } from '../feed.ts'
import { selectedId, selectMessage } from '../selected.ts'
import { BAR_HEIGHT, type ReadingPlace } from './reading-place.ts'

const PAGE_PART = 0.85
const MARGIN = 24

/** Selects the next or the previous message, and brings it into sight. */
export function step(feed: Feed, place: ReadingPlace, by: 1 | -1): void {
  const ids = feed.window.peek()?.ids ?? []
  const selected = selectedId.peek()
  const at = selected === undefined ? -1 : ids.indexOf(selected)
  const next = ids[at === -1 ? ids.length - 1 : at + by]
  if (next === undefined) {
    if (by === 1) feed.goToNewest()
    return
  }
  selectMessage(next)
  bringIntoSight(feed, place, next)
}

function bringIntoSight(feed: Feed, place: ReadingPlace, id: number): void {
  const seen = place.seen().find(({ key }) => key === `message-${id}`)
  if (seen === undefined) {
    feed.target.value = { id }
    return
  }
  const { top, bottom } = seen
  const isTall = bottom - top > place.height - BAR_HEIGHT - 2 * MARGIN
  if (top < BAR_HEIGHT + MARGIN || isTall) place.scrollBy(top - BAR_HEIGHT - MARGIN)
  else if (bottom > place.height - MARGIN) place.scrollBy(bottom - place.height + MARGIN)
}

/** Goes a page on or back; at an end the last or first message is selected. */
export function moveByPage(feed: Feed, place: ReadingPlace, by: 1 | -1): void {
  const ids = feed.window.peek()?.ids ?? []
  const isAtEdge = by === 1 ? place.isFollowing : place.toStart() === 0
  if (isAtEdge) selectMessage(by === 1 ? ids.at(-1) : ids[0])
  else place.scrollBy(by * place.height * PAGE_PART)
}

/** Goes to the end; keys act on the last message then. */
export function toNewest(feed: Feed): void {
  const window = feed.window.peek()
  if (window?.hasNewest === true) selectMessage(window.ids.at(-1))
  feed.goToNewest()
}

export function toOldest(feed: Feed): void {
  const window = feed.window.peek()
  const [first] = window?.ids ?? []
  if (first === undefined) return
  if (window?.hasOldest === true) {
    selectMessage(first)
    feed.target.value = { id: first }
  } else void feed.open('oldest')
}
