/** Rows from `start` up to, but without, `end`. */
export interface RowRange {
  readonly start: number
  readonly end: number
}

/** Where the reader is: a row, and how far its top lies below the top of what is seen (above it: negative). */
export interface RowPlace {
  readonly index: number
  readonly offset: number
}

export interface Extent {
  readonly count: number
  /** Of what is seen, in pixels. */
  readonly height: number
  /** How far beyond it, above and below, rows are wanted. */
  readonly spare: number
  readonly heightOf: (index: number) => number
}

/** The rows around the reader's place that fill what is seen and what is spare. */
export function rangeAround({ index, offset }: RowPlace, extent: Extent): RowRange {
  const { count, height, spare, heightOf } = extent
  if (count === 0) return { start: 0, end: 0 }
  let start = Math.min(Math.max(index, 0), count - 1)
  let end = start
  let top = offset
  let bottom = offset
  while (start > 0 && top > -spare) {
    start -= 1
    top -= heightOf(start)
  }
  while (end < count && bottom < height + spare) {
    bottom += heightOf(end)
    end += 1
  }
  // At the end of all rows what is left over goes above.
  while (start > 0 && bottom - top < height + 2 * spare) {
    start -= 1
    top -= heightOf(start)
  }
  return { start, end }
}

/** Whether `range` still holds all that `needed` does. */
export function holds(range: RowRange, needed: RowRange): boolean {
  return range.start <= needed.start && range.end >= needed.end
}
