import type { Attributes } from './html-styles.ts'
import { endParagraph, PLAIN, type RichWriter } from './rich-writer.ts'

export const TABLE_PARTS: ReadonlySet<string> = new Set(
  'table thead tbody tfoot tr td th caption colgroup col'.split(' '),
)

// Tables in cells; what is deeper becomes paragraphs.
const MAX_TABLES = 4
// What Word can show.
export const MAX_RICH_COLUMNS = 63
const MAX_ROW_SPAN = 1_000

export function openTablePart(writer: RichWriter, name: string, attributes: Attributes): void {
  endParagraph(writer)
  const { tables } = writer
  if (name === 'table') {
    tables.push({ rows: [], cells: undefined, headings: 0, outside: undefined })
    return
  }
  const table = tables.at(-1)
  if (table === undefined || tables.length > MAX_TABLES) return
  if (name === 'tr') {
    endRow(writer)
    table.cells = []
  } else if (name === 'td' || name === 'th') {
    table.cells ??= []
    if (table.outside !== undefined || table.cells.length >= MAX_RICH_COLUMNS) return
    if (name === 'th') table.headings++
    const cell = {
      blocks: [],
      columnSpan: spanOf(attributes['colspan'], MAX_RICH_COLUMNS),
      rowSpan: spanOf(attributes['rowspan'], MAX_ROW_SPAN),
    }
    table.cells.push(cell)
    table.outside = writer.blocks
    writer.blocks = cell.blocks
    writer.blockCount++
    const { style, align } = writer.context
    writer.context = { ...PLAIN, style, align }
  }
}

export function closeTablePart(writer: RichWriter, name: string): void {
  endParagraph(writer)
  const { tables } = writer
  const table = tables.at(-1)
  if (table === undefined) return
  if (name === 'td' || name === 'th') endCell(writer)
  else if (name === 'tr') endRow(writer)
  else if (name === 'table') {
    endCell(writer)
    endRow(writer)
    tables.pop()
    if (table.rows.length > 0) writer.blocks.push({ kind: 'table', rows: table.rows })
  }
}

function endCell(writer: RichWriter): void {
  const table = writer.tables.at(-1)
  if (table?.outside === undefined) return
  writer.blocks = table.outside
  table.outside = undefined
}

function endRow(writer: RichWriter): void {
  const table = writer.tables.at(-1)
  const cells = table?.cells ?? []
  if (table === undefined) return
  if (cells.length > 0) {
    // A heading is repeated on each page: a row of headings only, at the beginning.
    const isHeader = table.headings === cells.length && table.rows.every((row) => row.isHeader)
    table.rows.push({ isHeader, cells })
  }
  table.cells = undefined
  table.headings = 0
}

function spanOf(written: string | undefined, max: number): number {
  return /^[1-9]\d{0,3}$/.test(written ?? '') ? Math.min(Number(written), max) : 1
}
