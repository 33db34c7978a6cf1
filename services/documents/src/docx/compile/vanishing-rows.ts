import { endOf } from '../tags/part-nodes.ts'
import type { PartContext } from './part-context.ts'
import { childrenThroughWrappers, type Span } from './section-range.ts'
import type { Section } from './sections.ts'

/**
 * From the first to the last row of a table, all of whose rows belong to sections or may be dropped; undefined when a row
 * always stays.
 */
export function vanishingRows(
  { nodes, marks }: PartContext,
  table: number,
  sections: readonly Section[],
): Span | undefined {
  const end = endOf(nodes, table)
  // The sections are in order, so this table's come first.
  const behind = sections.findIndex(({ range }) => range.from >= end)
  const inside = sections.slice(0, behind === -1 ? sections.length : behind)
  if (inside.some(({ range }) => range.to > end)) return undefined
  const ranges = inside.map(({ range }) => range).filter(({ shape }) => shape === 'rows')
  const spans: Span[] = []
  let at = 0
  for (const row of childrenThroughWrappers(nodes, table, 'w:tr')) {
    while (row >= (ranges[at]?.to ?? Number.POSITIVE_INFINITY)) at++
    const range = ranges[at]
    if (range !== undefined && row >= range.from) spans.push(range)
    else if (marks.droppable.has(row)) spans.push({ from: row, to: endOf(nodes, row) + 1 })
    else return undefined
  }
  const first = spans[0]
  const last = spans.at(-1)
  return first === undefined || last === undefined ? undefined : { from: first.from, to: last.to }
}
