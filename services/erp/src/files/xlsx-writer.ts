import { zipBytes, type StreamedEntry } from '@oficina/zip/stream-zip.ts'

import {
  cellXml,
  columnLetters,
  textCell,
  type SheetFormat,
  type SheetValue,
} from './xlsx-cells.ts'
import { MAIN, partsOf, STYLE_HEAD, XML } from './xlsx-parts.ts'

export interface SheetColumn {
  readonly title: string
  readonly format: SheetFormat
}

export interface SheetTable {
  /** At most 31 characters without `[]:*?/\`. */
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly batches: AsyncIterable<readonly (readonly SheetValue[])[]>
  /** Rows of one worksheet, besides its header; absent: as many as Excel allows. */
  readonly maxRows?: number
}

/** Excel's own limit, less the header. */
export const WORKSHEET_ROWS = 1_048_575
// A ZIP entry without the extensions for large files must stay below 4 GiB; a batch is far smaller than the margin.
const MAX_SHEET_BYTES = 3.5 * 1024 ** 3
const STYLES: Readonly<Record<SheetFormat, number>> = {
  text: 0,
  number: 0,
  boolean: 0,
  money: 2,
  date: 3,
  instant: 4,
}

/**
 * An XLSX workbook as a stream of bytes, in constant memory; rows that do not fit into a worksheet go to the next one.
 * @source ECMA-376, SpreadsheetML
 */
export function xlsxBytes(table: SheetTable): AsyncGenerator<Buffer> {
  return zipBytes(entriesOf(table))
}

async function* entriesOf(table: SheetTable): AsyncGenerator<StreamedEntry> {
  const rows = table.batches[Symbol.asyncIterator]()
  const state: SheetState = { isDone: false, rest: [] }
  const sheets: string[] = []
  try {
    do {
      sheets.push(
        sheets.length === 0 ? table.name : `${table.name.slice(0, 26)} (${sheets.length + 1})`,
      )
      yield { name: `xl/worksheets/sheet${sheets.length}.xml`, text: sheetXml(table, rows, state) }
    } while (!state.isDone)
  } finally {
    await rows.return?.()
  }
  for (const [name, text] of partsOf({ sheets, styles: STYLES_XML }))
    yield { name, text: once(text) }
}

interface SheetState {
  isDone: boolean
  /** Rows of a batch that did not fit into the previous worksheet. */
  rest: readonly (readonly SheetValue[])[]
}

async function* once(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}

async function* sheetXml(
  { columns, maxRows = WORKSHEET_ROWS }: SheetTable,
  batches: AsyncIterator<readonly (readonly SheetValue[])[]>,
  state: SheetState,
): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index))
  const header = columns.map(({ title }, index) => textCell(`${letters[index]}1`, title, 1))
  yield (
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ` +
      `activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.map(widthXml).join('')}</cols>` +
      `<sheetData><row r="1">${header.join('')}</row>`
  )
  let row = 1
  let bytes = 0
  while (row <= maxRows && bytes < MAX_SHEET_BYTES) {
    const batch = state.rest.length > 0 ? state.rest : await nextBatch(batches)
    if (batch === null) {
      state.isDone = true
      break
    }
    const fitting = batch.slice(0, maxRows + 1 - row)
    state.rest = batch.slice(fitting.length)
    const text = fitting.map((values, index) =>
      rowXml(row + 1 + index, values, { columns, letters }),
    )
    const piece = text.join('')
    // A character takes three bytes at most.
    bytes += piece.length * 3
    row += fitting.length
    yield piece
  }
  yield '</sheetData></worksheet>'
}

async function nextBatch<T>(batches: AsyncIterator<readonly T[]>): Promise<readonly T[] | null> {
  const next = await batches.next()
  return next.done === true ? null : next.value
}

function rowXml(
  row: number,
  values: readonly SheetValue[],
  of: { readonly columns: readonly SheetColumn[]; readonly letters: readonly string[] },
): string {
  let text = `<row r="${row}">`
  for (const [index, column] of of.columns.entries()) {
    const value = values[index] ?? null
    if (value !== null && value !== '')
      text += cellXml(`${of.letters[index]}${row}`, value, {
        format: column.format,
        style: STYLES[column.format],
      })
  }
  return `${text}</row>`
}

function widthXml({ title, format }: SheetColumn, index: number): string {
  const usual = { text: 24, number: 12, money: 16, date: 12, instant: 20, boolean: 10 }[format]
  const width = Math.max(usual, Math.min(title.length + 2, 40))
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
}

const STYLES_XML =
  `${STYLE_HEAD}<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>'
