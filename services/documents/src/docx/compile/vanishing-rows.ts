import { endOf } from '../tags/part-nodes.ts'
import type { PartContext } from './part-context.ts'
import { childrenThroughWrappers, type Span } from './section-range.ts'
import type { Section } from './sections.ts'

/** What an element must have one of, and may lose all of. */
type Vanishing = {
  readonly child: 'w:tr' | 'w:tc'
  readonly isRepeating: (section: Section) => boolean
  /** Children that may go although no section repeats them. */
  readonly mayGo: (child: number, sections: readonly Section[]) => boolean
}

/**
 * What may vanish of a table or a row, from its first row or cell to its last; undefined when one of them always stays.
 * Word refuses a table without rows and a row without cells.
 */
export function vanishingPart(
  context: PartContext,
  at: number,
  sections: readonly Section[],
): Span | undefined {
  if (sections.length === 0 && context.marks.droppable.size === 0) return undefined
  switch (context.nodes[at]?.name) {
    case 'w:tbl':
      return vanishingRows(context, at, sections)
    case 'w:tr':
      return vanishingCells(context, at, sections)
    default:
      return undefined
  }
}

function vanishingRows(
  context: PartContext,
  table: number,
  sections: readonly Section[],
): Span | undefined {
  return vanishing(context, table, sections, {
    child: 'w:tr',
    isRepeating: ({ range }) => range.shape === 'rows',
    mayGo: (row, inside) =>
      context.marks.droppable.has(row) || vanishingCells(context, row, inside) !== undefined,
  })
}

function vanishingCells(
  context: PartContext,
  row: number,
  sections: readonly Section[],
): Span | undefined {
  return vanishing(context, row, sections, {
    child: 'w:tc',
    isRepeating: ({ tag }) => tag.element === 'w:tc',
    mayGo: () => false,
  })
}

function vanishing(
  { nodes }: PartContext,
  parent: number,
  sections: readonly Section[],
  { child, isRepeating, mayGo }: Vanishing,
): Span | undefined {
  const end = endOf(nodes, parent)
  // The sections are in order.
  const behind = sections.findIndex(({ range }) => range.from >= end)
  const upTo = sections.slice(0, behind === -1 ? sections.length : behind)
  const inside = upTo.filter(({ range }) => range.from > parent)
  if (inside.some(({ range }) => range.to > end)) return undefined
  const ranges = inside.filter(isRepeating).map(({ range }) => range)
  const spans: Span[] = []
  let at = 0
  for (const one of childrenThroughWrappers(nodes, parent, child)) {
    while (one >= (ranges[at]?.to ?? Number.POSITIVE_INFINITY)) at++
    const range = ranges[at]
    if (range !== undefined && one >= range.from) spans.push(range)
    else if (mayGo(one, inside)) spans.push({ from: one, to: endOf(nodes, one) + 1 })
    else return undefined
  }
  const first = spans[0]
  const last = spans.at(-1)
  return first === undefined || last === undefined ? undefined : { from: first.from, to: last.to }
}
