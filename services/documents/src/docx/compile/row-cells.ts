import { localAttribute } from '@oficina/xml/attribute.ts'

import { childrenOf, type PartNode } from '../tags/part-nodes.ts'
import { childrenThroughWrappers } from './section-range.ts'

/** A cell of a row: the column that it begins in, and how many it covers. */
export type PlacedCell = { readonly cell: number; readonly column: number; readonly span: number }

// Word's limit.
const MAX_COLUMNS = 63

/** The cells of a row, as far as Word knows columns. */
export function rowCells(nodes: readonly PartNode[], row: number): readonly PlacedCell[] {
  const cells: PlacedCell[] = []
  let column = 0
  for (const cell of childrenThroughWrappers(nodes, row, 'w:tc')) {
    const written = nodes[cellProperty(nodes, cell, 'w:gridSpan') ?? -1]?.raw
    const span = Math.min(Number(localAttribute(written ?? '', 'val') ?? '1') || 1, MAX_COLUMNS)
    cells.push({ cell, column, span })
    column += span
    if (column >= MAX_COLUMNS) break
  }
  return cells
}

/** A property of a cell, as the index of its first node; undefined when the cell has none. */
export function cellProperty(
  nodes: readonly PartNode[],
  cell: number,
  name: string,
): number | undefined {
  const properties = cell + 1
  if (nodes[properties]?.name !== 'w:tcPr' || nodes[properties]?.kind !== 'open') return undefined
  for (const at of childrenOf(nodes, properties)) if (nodes[at]?.name === name) return at
  return undefined
}
