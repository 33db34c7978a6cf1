import type { Block } from './block.ts'

/** Where blocks go, and how the lines there are to be understood. */
export interface Place {
  readonly blocks: Block[]
  /** Text of an item that no empty line parts from others gets no paragraph. */
  readonly isTight: boolean
  /** Whose lines those are that a level indents: the item's before them, this item's, or nobody's. */
  readonly indented: 'item-before' | 'this-item' | 'as-they-are'
  /** Whether items go on with the list before them, of whichever kind, as do those that are nested. */
  readonly joinsLists: boolean
  /** How many places this one stands in. */
  readonly depth: number
  /** Reads the lines of a place that opens within this one. */
  readonly read: (lines: readonly string[], place: Place) => void
}

/** Two spaces, which put a line one level further in. */
export const LEVEL = '  '

/** A place within a place, as those of quotes are but for the changes. */
export function placeWithin(outer: Place, blocks: Block[], changes: Partial<Place> = {}): Place {
  return {
    blocks,
    isTight: false,
    indented: 'item-before',
    joinsLists: false,
    ...changes,
    depth: outer.depth + 1,
    read: outer.read,
  }
}
