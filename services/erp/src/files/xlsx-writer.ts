import { escapeAttribute, escapeText } from '@oficina/xml/xml-text.ts'
import { zipBytes, type StreamedEntry } from '@oficina/zip/stream-zip.ts'

import { serialOfDate } from './xlsx-dates.ts'

/** How the values of a column are written and shown. */
export type SheetFormat = 'text' | 'number' | 'money' | 'date' | 'instant' | 'boolean'

export interface SheetColumn {
  readonly title: string
  readonly format: SheetFormat
}

/** A value as text: numbers digit for digit, days and instants in ISO 8601, booleans `true` or `false`; null is empty. */
export type SheetValue = string | null

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
// Excel refuses a workbook with a longer text in a cell.
const MAX_CELL_LENGTH = 32_767
// Excel would round a longer number; it is written as a text.
const EXACT_DIGITS = 15

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
  for (const [name, text] of partsOf(sheets)) yield { name, text: once(text) }
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
      text += cellXml(`${of.letters[index]}${row}`, value, column.format)
  }
  return `${text}</row>`
}

function cellXml(reference: string, value: string, format: SheetFormat): string {
  switch (format) {
    case 'text':
      return textCell(reference, value, 0)
    case 'boolean':
      return `<c r="${reference}" t="b"><v>${value === 'true' ? 1 : 0}</v></c>`
    case 'number':
    case 'money':
      return value.replaceAll(/[-.]|^-?0+(?=\d)/g, '').length > EXACT_DIGITS
        ? textCell(reference, value, 0)
        : `<c r="${reference}"${styleOf(format)}><v>${value}</v></c>`
    case 'date':
    case 'instant': {
      const serial = serialOfDate(value)
      return serial === null
        ? textCell(reference, value, 0)
        : `<c r="${reference}"${styleOf(format)}><v>${serial}</v></c>`
    }
  }
}

function styleOf(format: SheetFormat): string {
  return STYLES[format] === 0 ? '' : ` s="${STYLES[format]}"`
}

function textCell(reference: string, text: string, style: number): string {
  const cut = text.length > MAX_CELL_LENGTH ? text.slice(0, MAX_CELL_LENGTH) : text
  const styled = style === 0 ? '' : ` s="${style}"`
  return `<c r="${reference}" t="inlineStr"${styled}><is><t xml:space="preserve">${escaped(cut)}</t></is></c>`
}

// What XML 1.0 cannot hold: control characters, two non-characters, half of a surrogate pair.
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|_x[\dA-Fa-f]{4}_/gu

function escaped(text: string): string {
  return escapeText(writable(text)).replaceAll('\r', '_x000D_')
}

/** What XML cannot hold is written `_x0001_`, and the underscore of a text that looks like that is escaped as well. */
function writable(text: string): string {
  return text.replaceAll(UNWRITABLE, (found) =>
    found.startsWith('_')
      ? `_x005F${found}`
      : `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
}

function columnLetters(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

function widthXml({ title, format }: SheetColumn, index: number): string {
  const usual = { text: 24, number: 12, money: 16, date: 12, instant: 20, boolean: 10 }[format]
  const width = Math.max(usual, Math.min(title.length + 2, 40))
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The small parts of the workbook. They follow the worksheets, whose number is not known before. */
function partsOf(sheets: readonly string[]): readonly (readonly [name: string, text: string])[] {
  const numbered = sheets.map((name, index) => ({ name, id: index + 1 }))
  const style = sheets.length + 1
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
        numbered
          .map(
            ({ id }) =>
              `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
          )
          .join('') +
        '</Types>',
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
        `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbered
        .map(
          ({ name, id }) =>
            `<sheet name="${escapeAttribute(writable(name))}" sheetId="${id}" r:id="rId${id}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbered
        .map(
          ({ id }) =>
            `<Relationship Id="rId${id}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="rId${style}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES_XML],
  ]
}

const STYLES_XML =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>'
