import type { Block } from './block.ts'

/** Where blocks go, and how the lines there are to be understood. */
export interface BlockContext {
  readonly blocks: Block[]
  /** Text of an item that no empty line parts from others gets no paragraph. */
  readonly isTight: boolean
  /** Whose lines those are that a level indents: the item's before them, this item's, or nobody's. */
  readonly indented: 'item-before' | 'this-item' | 'as-they-are'
  /** Whether items go on with the list before them, of whichever kind, as do those that are nested. */
  readonly joinsLists: boolean
  /** How many places this one stands in. */
  readonly depth: number
  /** Reads lines in a context nested in this one. */
  readonly read: (lines: readonly string[], context: BlockContext) => void
}

/** Two spaces, which put a line one level further in. */
export const LEVEL = '  '

/** A context nested in another: that of a quote, with these changes. */
export function nestedContext(
  outer: BlockContext,
  blocks: Block[],
  changes: Partial<BlockContext> = {},
): BlockContext {
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
