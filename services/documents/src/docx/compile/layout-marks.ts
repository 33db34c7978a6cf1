import {
  appliesFormatter,
  elementOf,
  LAYOUT_FORMATTERS,
  restartOf,
  type LayoutFormatter,
} from '../expression/formatter-layout.ts'
import type { Told } from '../messages/say.ts'
import { enclosing, endOf, type PartNode } from '../tags/part-nodes.ts'
import type { TagSyntax } from '../tags/tag-syntax.ts'
import type { TemplateProblem } from '../tags/template-problem.ts'
import { leadingMerges } from './merged-cells.ts'
import { repeatedColumns, type RepeatedColumns } from './repeated-columns.ts'
import type { Span } from './section-range.ts'
import type { Section } from './sections.ts'

type ValueTag = Extract<TagSyntax, { kind: 'value' }>

/** What tags and sections ask of the elements around them, by the index of the element's first node. */
export type LayoutMarks = {
  /** Rows and paragraphs that a tag inside may drop. */
  readonly droppable: ReadonlyMap<number, 'row' | 'paragraph'>
  /** Cells that merge with the one above while the tag's value is the same. */
  readonly merging: ReadonlyMap<number, ValueTag>
  /** Beginnings of merged cells that reach beyond the rows that are repeated. */
  readonly leading: ReadonlySet<number>
  /** The numbers of lists that begin again with each repetition. */
  readonly restarted: ReadonlySet<number>
  readonly columns: RepeatedColumns
}

/** Finds what the layout of a part depends on. What cannot be done is a problem. */
export function layoutMarks(
  nodes: readonly PartNode[],
  sections: readonly Section[],
  problems: TemplateProblem[],
): LayoutMarks {
  const droppable = new Map<number, 'row' | 'paragraph'>()
  const merging = new Map<number, ValueTag>()
  nodes.forEach(({ tag }, at) => {
    if (tag?.kind !== 'value') return
    for (const formatter of LAYOUT_FORMATTERS) {
      if (!appliesFormatter(tag.expression, formatter)) continue
      const element = elementAround(nodes, at, formatter)
      if (element === undefined) problems.push({ ...tag.source, message: MISPLACED[formatter] })
      else if (formatter === 'merge') merging.set(element, tag)
      else droppable.set(element, formatter === 'dropRow' ? 'row' : 'paragraph')
    }
  })
  const all = flat(sections)
  if (droppable.size > 0)
    problems.push(...all.flatMap((section) => checkDropped(nodes, droppable, section)))
  const restarted = all.filter(({ tag }) => restartOf(tag.expression) !== undefined)
  return {
    droppable,
    merging,
    leading: new Set(all.flatMap(({ range }) => leadingMerges(nodes, range))),
    restarted: new Set(restarted.flatMap(({ range }) => listNumbers(nodes, range.body))),
    columns: repeatedColumns(nodes, sections),
  }
}

function flat(sections: readonly Section[]): readonly Section[] {
  return sections.flatMap((section) => [section, ...flat(section.children)])
}

function elementAround(
  nodes: readonly PartNode[],
  at: number,
  formatter: LayoutFormatter,
): number | undefined {
  const found = enclosing(nodes, at, (name) => name === elementOf(formatter))
  return found === -1 || nodes[at]?.textKind !== 'word' ? undefined : found
}

const MISPLACED: Readonly<Record<LayoutFormatter, Told>> = {
  dropRow: 'The formatter "dropRow" must be in the text of a table row, which it drops.',
  dropParagraph:
    'The formatter "dropParagraph" must be in the text of a paragraph, which it drops.',
  merge:
    'The formatter "merge" must be in the text of a table cell, which it merges with the one above.',
}

/** Half a section cannot be dropped. */
function checkDropped(
  nodes: readonly PartNode[],
  droppable: LayoutMarks['droppable'],
  { tag, range }: Section,
): readonly TemplateProblem[] {
  const last = range.to - 1
  const cut =
    ancestors(nodes, range.from).find((at) => droppable.has(at) && endOf(nodes, at) < last) ??
    ancestors(nodes, last).find(
      (at) => droppable.has(at) && at > range.from && endOf(nodes, at) > last,
    )
  if (cut === undefined) return []
  const message: Told =
    droppable.get(cut) === 'paragraph'
      ? 'The section begins or ends in the middle of a paragraph that may be dropped.'
      : 'The section begins or ends in the middle of a row that may be dropped.'
  return [{ ...tag.source, message }]
}

function ancestors(nodes: readonly PartNode[], from: number): readonly number[] {
  const found: number[] = []
  for (let at = nodes[from]?.parent ?? -1; at !== -1; at = nodes[at]?.parent ?? -1) found.push(at)
  return found
}

function listNumbers(nodes: readonly PartNode[], { from, to }: Span): readonly number[] {
  const found: number[] = []
  for (let at = from; at < to; at++) {
    const parent = nodes[nodes[at]?.parent ?? -1]
    if (nodes[at]?.name === 'w:numId' && parent?.name === 'w:numPr') found.push(at)
  }
  return found
}
