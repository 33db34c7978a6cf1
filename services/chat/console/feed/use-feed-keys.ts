import { useEffect } from 'preact/hooks'
import { addShortcuts } from '@oficina/web/shortcuts.ts'

import type { Feed } from './feed.ts'
import { BAR_HEIGHT, type ReadingPlace } from './reading-place.ts'
import { selectedId, selectMessage } from './selected.ts'

const PAGE_PART = 0.85
const MARGIN = 24

/** Moves through a feed by keyboard. */
export function useFeedKeys(feed: Feed, place: ReadingPlace): void {
  useEffect(() => {
    const one = (keys: string, run: () => void) => ({ keys, label: () => keys, run })
    return addShortcuts([
      one('j', () => step(feed, place, 1)),
      one('arrowdown', () => step(feed, place, 1)),
      one('k', () => step(feed, place, -1)),
      one('arrowup', () => step(feed, place, -1)),
      one('pagedown', () => page(feed, place, 1)),
      one('pageup', () => page(feed, place, -1)),
      one('home', () => toOldest(feed)),
      one('end', () => feed.goToNewest()),
    ])
  }, [feed, place])
}

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

/** Goes a page on or back; the first message that is seen then, or the last at the end, is selected. */
export function page(feed: Feed, place: ReadingPlace, by: 1 | -1): void {
  if (by === 1 && place.isFollowing) {
    const last = feed.window.peek()?.ids.at(-1)
    if (last !== undefined) selectMessage(last)
    return
  }
  place.scrollBy(by * place.height * PAGE_PART)
}

export function toOldest(feed: Feed): void {
  const window = feed.window.peek()
  const [first] = window?.ids ?? []
  if (first === undefined) return
  if (window?.hasOldest === true) feed.target.value = { id: first }
  else void feed.open('oldest')
}
