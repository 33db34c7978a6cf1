import type { Block } from './block.ts'

/** Where blocks are added, and how the lines there are read. */
export interface BlockContext {
  readonly blocks: Block[]
  /** True: text of an item gets no paragraph while no empty line separates it from others. */
  readonly isTight: boolean
  /** Who owns lines indented by one level: the item before them, this item, or nobody. */
  readonly indented: 'item-before' | 'this-item' | 'as-they-are'
  /** Whether items continue the list before them, of either kind, as nested ones do. */
  readonly joinsLists: boolean
  /** How deep this context is nested. */
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
