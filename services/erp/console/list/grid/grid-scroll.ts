import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

import type { GridLayout } from './grid-layout.ts'

interface Scroller {
  readonly current: HTMLElement | null
}

/** The height of the titles above the rows, in pixels. */
const TITLES_HEIGHT = 33

/** Scrolls just so far that the whole of a row is seen between the titles and the sums. */
export function revealRow(
  { current: element }: Scroller,
  row: number,
  { rowHeight, footRows }: { readonly rowHeight: number; readonly footRows: number },
): void {
  if (element === null) return
  const area = element.clientHeight - TITLES_HEIGHT - footRows * rowHeight
  const top = row * rowHeight
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + rowHeight > element.scrollTop + area) element.scrollTop = top + rowHeight - area
}

/** The same sideways. */
export function revealColumn(
  { current: scroller }: Scroller,
  layout: GridLayout,
  column: number,
): void {
  if (scroller === null || scroller.scrollWidth <= scroller.clientWidth) return
  const widths = layout.columns.slice(0, Math.max(0, column)).map(({ width }) => width)
  const left = widths.reduce((sum, width) => sum + width, 0)
  const width = layout.columns[column]?.width ?? 0
  const seen = scroller.clientWidth - width - 48
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (left > scroller.scrollLeft + seen) scroller.scrollLeft = left - seen
}

const SCROLL_REST_MS = 150

/** Tells where the scrolling came to rest, and before a key or a click may leave the page. */
export function useScrollRest(
  scroller: Scroller,
  onRest: (offset: number) => void,
): { readonly scrolled: () => void; readonly tell: () => void } {
  const state = useRef<{ told: number; timer?: ReturnType<typeof setTimeout> }>({ told: 0 }).current
  const tell = (): void => {
    clearTimeout(state.timer)
    const offset = scroller.current?.scrollTop ?? 0
    if (offset === state.told) return
    state.told = offset
    onRest(offset)
  }
  useEffect(() => () => clearTimeout(state.timer), [])
  return {
    tell,
    scrolled: () => {
      clearTimeout(state.timer)
      state.timer = setTimeout(tell, SCROLL_REST_MS)
    },
  }
}

/** Who comes back finds the list where it was; another question begins at the top. */
export function useFirstOffset(scroller: Scroller, offset: number, question: string): void {
  const first = useRef(question)
  useLayoutEffect(() => {
    if (scroller.current === null) return
    if (first.current !== question) scroller.current.scrollTop = 0
    else if (offset > 0) scroller.current.scrollTop = offset
    first.current = question
  }, [question])
}
