import { localAttribute } from '@oficina/xml/attribute.ts'

import { endOf, type PartNode } from '../tags/part-nodes.ts'
import { cellProperty, rowCells } from './row-cells.ts'
import type { SectionRange } from './section-range.ts'

/**
 * The beginnings of merged cells in repeated rows that go on below the rows: repeated as they are, each repetition would
 * begin a cell of its own, and only the last would go on.
 */
export function leadingMerges(
  nodes: readonly PartNode[],
  { shape, to, body }: SectionRange,
): readonly number[] {
  if (shape !== 'rows') return []
  const below = rowsFrom(nodes, to).next().value
  if (below === undefined) return []
  const repeated = [...rowsFrom(nodes, body.from, body.to)]
  return rowCells(nodes, below)
    .filter(({ cell }) => mergeOf(nodes, cell).kind === 'goes on')
    .flatMap(({ column }) => beginningAbove(nodes, repeated, column))
}

/** The rows beside each other from a node on. */
function* rowsFrom(
  nodes: readonly PartNode[],
  from: number,
  to: number = nodes.length,
): Generator<number> {
  for (let at = from; at < to && nodes[at]?.kind !== 'close'; at = endOf(nodes, at) + 1)
    if (nodes[at]?.name === 'w:tr') yield at
}

/** Where the merged cell of a column begins in these rows; nothing when it begins above them. */
function beginningAbove(
  nodes: readonly PartNode[],
  rows: readonly number[],
  column: number,
): readonly number[] {
  for (const row of rows.toReversed()) {
    const placed = rowCells(nodes, row).find((cell) => cell.column === column)
    const merge = placed === undefined ? undefined : mergeOf(nodes, placed.cell)
    if (merge?.kind === 'begins') return [merge.at]
    if (merge?.kind !== 'goes on') return []
  }
  return []
}

type Merge =
  | { readonly kind: 'none' }
  | { readonly kind: 'begins' | 'goes on'; readonly at: number }

function mergeOf(nodes: readonly PartNode[], cell: number): Merge {
  const at = cellProperty(nodes, cell, 'w:vMerge')
  if (at === undefined) return { kind: 'none' }
  const value = localAttribute(nodes[at]?.raw ?? '', 'val')
  return { kind: value === 'restart' ? 'begins' : 'goes on', at }
}
