/** Tables: a head row, a row of dashes with colons for alignment, then the body. */

import { codeSpans } from '../inline/code-spans.ts'
import { element, type Element, type Node } from '../tree/tree.ts'

type Alignment = 'left' | 'center' | 'right' | undefined

export interface Table {
  readonly head: readonly string[]
  readonly alignments: readonly Alignment[]
  readonly rows: readonly (readonly string[])[]
}

interface Run {
  readonly start: number
  readonly end: number
}

const DASHES = /^[-: ]*$/

/** A table includes all lines of its run; two lines are usually enough to see that a run is none. */
export function parseTable(lines: readonly string[], { start, end }: Run): Table | undefined {
  if (end - start < 2) return undefined
  const first = trimSpaces(lines[start] ?? '')
  const second = trimSpaces(lines[start + 1] ?? '')
  const isBordered = hasBorder(first)
  const inner = isBordered ? withoutBorder : (row: string) => row
  const head = cellsOf(inner(first))
  if (head.length === 1 && !isBordered) return undefined
  const dashes = cellsOf(inner(second))
  if (dashes.length !== head.length || !dashes.every((cell) => DASHES.test(cell))) return undefined
  const rest = lines.slice(start + 2, end).map(trimSpaces)
  // A single column is a table only if every row has a border.
  if (head.length === 1 && ![second, ...rest].every(hasBorder)) return undefined
  const rows = rest.map((row) => cellsOf(inner(row)))
  return { head, alignments: dashes.map(alignmentOf), rows }
}

/** Trims spaces; by hand, since a pattern would start again at every space within the line. */
function trimSpaces(line: string): string {
  let start = 0
  let end = line.length
  while (start < end && line[start] === ' ') start += 1
  while (end > start && line[end - 1] === ' ') end -= 1
  return line.slice(start, end)
}

function hasBorder(row: string): boolean {
  return row.startsWith('|') || endsWithPipe(row)
}

/** Whether the row ends with an unescaped pipe. */
function endsWithPipe(row: string): boolean {
  return row.endsWith('|') && !isEscaped(row, row.length - 1)
}

function isEscaped(text: string, place: number): boolean {
  let start = place
  while (start > 0 && text[start - 1] === '\\') start -= 1
  return (place - start) % 2 === 1
}

/** Cells are separated by pipes that are neither escaped nor inside inline code. */
function cellsOf(inner: string): string[] {
  const spans = codeSpans(inner)
  const cells: string[] = []
  let start = 0
  let span = 0
  for (let at = inner.indexOf('|'); at !== -1; at = inner.indexOf('|', at + 1)) {
    while ((spans[span]?.end ?? inner.length) <= at) span += 1
    if (at >= (spans[span]?.start ?? inner.length) || isEscaped(inner, at)) continue
    cells.push(inner.slice(start, at))
    start = at + 1
  }
  return [...cells, inner.slice(start)]
}

function withoutBorder(row: string): string {
  const opened = row.startsWith('|') ? row.slice(1) : row
  return endsWithPipe(opened) ? opened.slice(0, -1) : opened
}

function alignmentOf(cell: string): Alignment {
  const dashes = cell.trim()
  const [isLeft, isRight] = [dashes.startsWith(':'), dashes.endsWith(':')]
  if (isLeft && isRight) return 'center'
  if (isLeft) return 'left'
  return isRight ? 'right' : undefined
}

/** A body without rows gets an empty one. */
export function tableElement(table: Table, inline: (text: string) => readonly Node[]): Element {
  const head = element('tr', {}, rowCells('th', table, table.head, inline))
  const rows = table.rows.map((row) => element('tr', {}, rowCells('td', table, row, inline)))
  const empty = element(
    'tr',
    {},
    table.alignments.map(() => element('td')),
  )
  return element('table', {}, [
    element('thead', {}, [head]),
    element('tbody', {}, rows.length === 0 ? [empty] : rows),
  ])
}

/** Every row gets as many cells as the head has columns. */
function rowCells(
  tag: 'th' | 'td',
  { alignments }: Table,
  cells: readonly string[],
  inline: (text: string) => readonly Node[],
): readonly Element[] {
  return alignments.map((alignment, index) => {
    const style: Readonly<Record<string, string>> =
      alignment === undefined ? {} : { style: `text-align: ${alignment};` }
    return element(tag, style, inline((cells[index] ?? '').trim()))
  })
}
