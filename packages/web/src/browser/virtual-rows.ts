import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export interface VirtualRow {
  readonly index: number
  /** Distance from the top of all rows, in pixels. */
  readonly top: number
  /** The element to show it in: rows that leave at one end come back at the other in the same element. */
  readonly slot: number
}

export interface VirtualRows {
  readonly rows: readonly VirtualRow[]
  readonly totalHeight: number
  scrollTo(index: number): void
}

// Rows ready above and below what is seen, so that a turn of the wheel finds them there.
const SPARE_ROWS = 12

/** Which of any number of rows of one height to render, given the element that scrolls. */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, firstOffset = 0 }: { count: number; rowHeight: number; firstOffset?: number },
): VirtualRows {
  const [, setVersion] = useState(0)
  const held = useRef<Virtualizer<HTMLElement, Element> | undefined>(undefined)
  held.current ??= new Virtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: SPARE_ROWS,
    initialOffset: firstOffset,
    scrollToFn: elementScroll,
    observeElementOffset,
    observeElementRect,
    onChange: () => setVersion((version) => version + 1),
  })
  const virtualizer = held.current
  virtualizer.setOptions({ ...virtualizer.options, count, estimateSize: () => rowHeight })
  useEffect(() => virtualizer._didMount(), [])
  useEffect(() => virtualizer._willUpdate())
  useEffect(() => virtualizer.measure(), [rowHeight])
  const items = virtualizer.getVirtualItems()
  const pool = useRef(0)
  pool.current = Math.max(pool.current, items.length)
  return {
    rows: items.map(({ index, start }) => ({ index, top: start, slot: index % pool.current })),
    totalHeight: virtualizer.getTotalSize(),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
