import type { TextKind } from '../xml/text-elements.ts'
import type { Cut } from './tag-cuts.ts'
import type { TagSyntax } from './tag-syntax.ts'

/** A part cut at its tags: XML as written, text, and tags, in order. */
export type PartNode = {
  readonly kind: 'open' | 'close' | 'empty' | 'text' | 'other' | 'tag'
  readonly raw: string
  readonly name: string
  /** Index of the innermost element open here; -1 at the top. */
  parent: number
  /** For `open` and `close` the index of the other end, else its own index. */
  partner: number
  /** Number of the paragraph around this node, from 1; 0 outside any. */
  readonly paragraph: number
  /** For text that a reader sees and for tags in it. */
  readonly textKind: TextKind | undefined
  readonly tag: TagSyntax | undefined
  /** Tags in the attributes of a start tag, by their places in `raw`. */
  readonly cuts?: readonly Cut[]
}

/** Index of the innermost element around node `index` that `accepts`; -1 when there is none. */
export function enclosing(
  nodes: readonly PartNode[],
  index: number,
  accepts: (name: string) => boolean,
): number {
  let at = nodes[index]?.parent ?? -1
  while (at !== -1) {
    const node = nodes[at]
    if (node === undefined) return -1
    if (accepts(node.name)) return at
    at = node.parent
  }
  return -1
}

/** Index of the end of the element that begins at `index`. */
export function endOf(nodes: readonly PartNode[], index: number): number {
  return nodes[index]?.partner ?? index
}

/** The direct children of the element at `index`, as indexes of their first node. */
export function* childrenOf(nodes: readonly PartNode[], index: number): Generator<number> {
  const end = endOf(nodes, index)
  for (let at = index + 1; at < end; at = endOf(nodes, at) + 1) yield at
}
