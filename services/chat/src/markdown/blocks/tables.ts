/** Tables: a head row, a row of dashes with colons for alignment, then the body. */

import { child, open, type Element } from './chunk-tree.ts'

type Alignment = 'left' | 'center' | 'right' | undefined

export interface Table {
  readonly head: readonly string[]
  readonly alignments: readonly Alignment[]
  readonly rows: readonly (readonly string[])[]
}

export function parseTable(chunk: string): Table | undefined {
  const [first, second] = chunk.split('\n', 2).map(trimSpaces)
  if (first === undefined || second === undefined) return undefined
  const isBordered = first.startsWith('|') || endsWithPipe(first)
  const split = (row: string): string[] => splitRow(row, isBordered)
  const [head, separator] = [split(first), split(second)]
  // Most chunks are told by two lines; only those of what may be a table are all looked at.
  if (head.length === 1 && !isBordered) return undefined
  if (separator.length !== head.length || !/^[|:\- ]*$/.test(separator.join(''))) return undefined
  const rest = chunk.split('\n').slice(2).map(trimSpaces)
  if (head.length === 1 && ![second, ...rest].every(hasBorder)) return undefined
  return { head, alignments: separator.map(alignmentOf), rows: rest.map(split) }
}

/** Without the spaces at both ends; by hand, since a pattern would begin anew at every space within the line. */
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

/** Whether the row ends with a pipe that no backslash escapes. */
function endsWithPipe(row: string): boolean {
  return /(?<!\\)(?:\\\\)*\|$/.test(row)
}

function splitRow(row: string, isBordered: boolean): string[] {
  if (!isBordered) return splitCells(row)
  const opened = row.startsWith('|') ? row.slice(1) : row
  return splitCells(opened.replace(/(?<!\\)(?:\\\\)*\|$/, ''))
}

const MARKS = /(\\\\)|(\\`+)|(`+)|(\\\|)|(\|)/g

interface Ticks {
  readonly size: number
  readonly start: number
  readonly end: number
  /** A backslash before the run takes one backtick off it as an opener. */
  readonly escaped: 0 | 1
}

/** Splits at pipes that are neither escaped nor inside inline code. */
function splitCells(row: string): string[] {
  const ticks: Ticks[] = []
  const pipes: number[] = []
  for (const match of row.matchAll(MARKS)) {
    const start = match.index
    const end = start + match[0].length - 1
    if (match[2] !== undefined) ticks.push({ size: match[2].length - 1, start, end, escaped: 1 })
    else if (match[3] !== undefined) ticks.push({ size: match[3].length, start, end, escaped: 0 })
    else if (match[5] !== undefined) pipes.push(start)
  }
  const regions = codeRegions(ticks)
  const cells: string[] = []
  let from = 0
  for (const pipe of pipes) {
    if (regions.some((region) => region.start <= pipe && pipe <= region.end)) continue
    cells.push(row.slice(from, pipe))
    from = pipe + 1
  }
  return [...cells, row.slice(from)]
}

function codeRegions(ticks: readonly Ticks[]): { start: number; end: number }[] {
  const regions: { start: number; end: number }[] = []
  let position = 0
  while (position < ticks.length) {
    const opener = ticks[position]
    if (opener === undefined) break
    const size = opener.size - opener.escaped
    const from = position + 1
    const close = size === 0 ? -1 : ticks.findIndex((t, i) => i >= from && t.size === size)
    const closer = ticks[close]
    if (closer === undefined) position += 1
    else {
      regions.push({ start: opener.start, end: closer.end })
      position = close + 1
    }
  }
  return regions
}

function alignmentOf(separator: string): Alignment {
  const dashes = separator.trim()
  if (dashes.startsWith(':')) return dashes.endsWith(':') ? 'center' : 'left'
  return dashes.endsWith(':') ? 'right' : undefined
}

export function writeTable(parent: Element, table: Table): void {
  const node = child(parent, 'table')
  writeRow(child(node, 'thead'), table, table.head)
  const body = child(node, 'tbody')
  if (table.rows.length === 0) writeEmptyRow(body, table)
  for (const row of table.rows) writeRow(body, table, row)
}

function writeEmptyRow(body: Element, table: Table): void {
  const row = child(body, 'tr')
  for (const _ of table.alignments) child(row, 'td')
}

/** Every row gets as many cells as the head has columns. */
function writeRow(parent: Element, table: Table, cells: readonly string[]): void {
  const row = child(parent, 'tr')
  const tag = parent.tag === 'thead' ? 'th' : 'td'
  for (const [index, alignment] of table.alignments.entries()) {
    const cell = child(row, tag)
    cell.text = open((cells[index] ?? '').trim())
    if (alignment !== undefined) cell.attributes.set('style', `text-align: ${alignment};`)
  }
}
