import type { FeedRow } from './feed-rows.ts'
import { holds, rangeAround, type Extent, type RowPlace, type RowRange } from './row-range.ts'

/** What of all rows is rendered. */
export interface RenderedRows {
  readonly range: RowRange
  /** The bar of the conversation that the first rendered row belongs to, where it lies before it. */
  readonly lead: FeedRow | undefined
  readonly rows: readonly FeedRow[]
  /** The rows before all of those, and how high they may be. */
  readonly before: { readonly rows: number; readonly height: number }
  /** How high those after may be. */
  readonly after: number
}

// Rows ready beyond what is seen; they are renewed when half of them is used up.
const SPARE = 900

/** The rows to render around the reader's place; those of `last` as long as they are enough. */
export function renderedRows(
  rows: readonly FeedRow[],
  place: RowPlace,
  { height, heightOf }: { readonly height: number; readonly heightOf: (index: number) => number },
  last: RowRange | undefined,
): RenderedRows {
  const extent: Extent = { count: rows.length, height, spare: SPARE, heightOf }
  const needed = rangeAround(place, { ...extent, spare: SPARE / 2 })
  const range =
    last !== undefined && last.end <= rows.length && holds(last, needed)
      ? last
      : rangeAround(place, extent)
  const leadIndex = barBefore(rows, range.start)
  const lead = leadIndex === undefined ? undefined : rows[leadIndex]
  const leadHeight = leadIndex === undefined ? 0 : heightOf(leadIndex)
  return {
    range,
    lead,
    rows: rows.slice(range.start, range.end),
    before: {
      rows: range.start - (lead === undefined ? 0 : 1),
      height: Math.max(0, heightOfAll(0, range.start, heightOf) - leadHeight),
    },
    after: heightOfAll(range.end, rows.length, heightOf),
  }
}

function barBefore(rows: readonly FeedRow[], start: number): number | undefined {
  if (rows[start]?.kind === 'bar') return undefined
  for (let index = start - 1; index >= 0; index -= 1) if (rows[index]?.kind === 'bar') return index
  return undefined
}

function heightOfAll(from: number, to: number, heightOf: (index: number) => number): number {
  let height = 0
  for (let index = from; index < to; index += 1) height += heightOf(index)
  return height
}

/** Where one is at a distance from the top of all rows. */
export function placeAt(
  distance: number,
  count: number,
  heightOf: (index: number) => number,
): RowPlace {
  let top = 0
  for (let index = 0; index < count; index += 1) {
    const height = heightOf(index)
    if (top + height > distance) return { index, offset: top - distance }
    top += height
  }
  return { index: Math.max(0, count - 1), offset: 0 }
}
