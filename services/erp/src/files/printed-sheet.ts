import { escapeAttribute } from '@oficina/xml/xml-text.ts'
import { zipBytes, type StreamedEntry } from '@oficina/zip/stream-zip.ts'

import type { Picture } from './picture-size.ts'
import { drawingParts, moreTypes } from './sheet-picture.ts'
import { headStyle, PRINTED_STYLES, rowStyle, titleStyle, type RowLook } from './sheet-styles.ts'
import {
  cellXml,
  columnLetters,
  textCell,
  type SheetFormat,
  type SheetValue,
} from './xlsx-cells.ts'
import { MAIN, partsOf, RELATIONS, XML } from './xlsx-parts.ts'

/** A line above the table. */
export interface HeadLine {
  readonly text: string
  readonly look: 'company' | 'title' | 'plain'
}

export interface PrintedColumn {
  readonly title: string
  readonly format: SheetFormat
  /** In characters. */
  readonly width: number
  /** Its texts are moved in by the level of their row. */
  readonly showsLevels?: boolean
}

export interface PrintedRow extends RowLook {
  readonly values: readonly SheetValue[]
}

/** A figure below the table, such as a balance that is no sum of a column. */
export interface PrintedFigure {
  readonly label: string
  readonly value: SheetValue
  readonly format: SheetFormat
}

/** One worksheet that is read on the screen and printed on letter paper, its head and titles on each page. */
export interface PrintedSheet {
  /** At most 31 characters without `[]:*?/\`. */
  readonly name: string
  readonly head: readonly HeadLine[]
  readonly picture: Picture | undefined
  readonly columns: readonly PrintedColumn[]
  /** At most as many as Excel allows, less the head. */
  readonly batches: Iterable<readonly PrintedRow[]>
  /** Totals, below the rows. */
  readonly foot: readonly PrintedRow[]
  readonly figures: readonly PrintedFigure[]
  /** At the foot of each page; `&P` is its number, `&N` how many there are. */
  readonly pageText: string
}

/** Letter paper upright, less its margins, in characters of the font; `ACROSS_CHARACTERS`: turned on its side. */
export const UPRIGHT_CHARACTERS = 107
export const ACROSS_CHARACTERS = 145

/**
 * The workbook as a stream of bytes, in memory that does not grow with its rows.
 * @source ECMA-376, SpreadsheetML
 */
export function printedBytes(sheet: PrintedSheet): AsyncGenerator<Buffer> {
  return zipBytes(entriesOf(sheet))
}

async function* entriesOf(sheet: PrintedSheet): AsyncGenerator<StreamedEntry> {
  const state = { rows: 0 }
  yield { name: 'xl/worksheets/sheet1.xml', text: sheetXml(sheet, state) }
  const { picture } = sheet
  if (picture !== undefined) {
    const parts = drawingParts(picture, totalWidth(sheet.columns))
    for (const [name, content] of parts) yield { name, text: once(content) }
  }
  const parts = partsOf({
    sheets: [sheet.name],
    styles: PRINTED_STYLES,
    definedNames: namesXml(sheet, state.rows),
    moreTypes: picture === undefined ? '' : moreTypes(picture),
  })
  for (const [name, text] of parts) yield { name, text: once(text) }
}

async function* once(content: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield await Promise.resolve(content)
}

function totalWidth(columns: readonly PrintedColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0)
}

/** The row of the titles, which follow the head and an empty row. */
function titleRow({ head }: PrintedSheet): number {
  return head.length + 2
}

async function* sheetXml(sheet: PrintedSheet, state: { rows: number }): AsyncGenerator<string> {
  const { batches, columns, figures, foot } = sheet
  const letters = columns.map((_, index) => columnLetters(index))
  const titles = titleRow(sheet)
  yield beginning(sheet, titles)
  yield headXml(sheet, letters, titles)
  let row = titles
  for (const batch of batches) {
    const text = batch.map((one, index) => rowXml(row + 1 + index, one, { columns, letters }))
    row += batch.length
    yield await Promise.resolve(text.join(''))
  }
  for (const one of foot) yield rowXml((row += 1), one, { columns, letters })
  if (figures.length > 0) row += 1
  for (const one of figures) yield figureXml((row += 1), one, { columns, letters })
  state.rows = row
  yield ending(sheet)
}

function beginning({ columns }: PrintedSheet, titles: number): string {
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
    `<sheetViews><sheetView showGridLines="0" workbookViewId="0"><pane ySplit="${titles}" ` +
    `topLeftCell="A${titles + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${widths.join('')}</cols><sheetData>`
  )
}

function headXml(
  { columns, head }: PrintedSheet,
  letters: readonly string[],
  titles: number,
): string {
  const lines = head.map(
    ({ text, look }, index) =>
      `<row r="${index + 1}" ht="${HEAD_HEIGHTS[look]}" customHeight="1">${textCell(`A${index + 1}`, text, headStyle(look))}</row>`,
  )
  const cells = columns.map(({ title, format }, index) =>
    textCell(`${letters[index]}${titles}`, title, titleStyle(format)),
  )
  const height = heightOf(columns.map(({ title, width }) => linesOf(title, width)))
  return `${lines.join('')}<row r="${titles}"${height}>${cells.join('')}</row>`
}

// In points.
const HEAD_HEIGHTS = { company: 20, title: 18, plain: 14 } as const
const LINE_HEIGHT = 13.5
// A column is measured in digits, which are wider than most letters.
const LETTERS_A_CHARACTER = 1.08
// What Excel allows, less than half of.
const MAX_LINES = 14

/** Programs that only print do not make a row as high as its texts; so it says how high it is. */
function heightOf(lines: readonly number[]): string {
  const most = Math.min(Math.max(1, ...lines), MAX_LINES)
  return most === 1 ? '' : ` ht="${most * LINE_HEIGHT}" customHeight="1"`
}

/** In how many lines a text goes into a column, word by word. */
function linesOf(text: string, width: number): number {
  if (text.length <= width * LETTERS_A_CHARACTER && !text.includes('\n')) return 1
  const room = Math.max(1, Math.floor(width * LETTERS_A_CHARACTER))
  let lines = 0
  for (const paragraph of text.split('\n', MAX_LINES)) {
    let used = 0
    lines += 1
    for (const word of paragraph.split(' ')) {
      if (used > 0 && used + 1 + word.length > room) {
        lines += 1
        used = 0
      }
      used += (used > 0 ? 1 : 0) + word.length
      lines += Math.floor((used - 1) / room)
      used = used > room ? used % room : used
    }
  }
  return lines
}

interface Grid {
  readonly columns: readonly PrintedColumn[]
  readonly letters: readonly string[]
}

function rowXml(row: number, { values, ...look }: PrintedRow, { columns, letters }: Grid): string {
  const lines = columns.map(({ format, width }, index) =>
    format === 'text' ? linesOf(values[index] ?? '', width) : 1,
  )
  let text = `<row r="${row}"${heightOf(lines)}>`
  for (const [index, { format, showsLevels }] of columns.entries()) {
    const style = rowStyle(format, showsLevels === true ? look : { ...look, level: 0 })
    const value = values[index] ?? ''
    const reference = `${letters[index]}${row}`
    // The line above totals goes through cells that are empty too.
    if (value === '') text += look.kind === 'total' ? `<c r="${reference}" s="${style}"/>` : ''
    else
      text += cellXml(reference, value, {
        format,
        style,
        textStyle: rowStyle('text', { ...look, level: 0 }),
      })
  }
  return `${text}</row>`
}

/** Its label stands in the first column, its value in the first of numbers. */
function figureXml(
  row: number,
  { label, value, format }: PrintedFigure,
  { columns, letters }: Grid,
): string {
  const found = columns.findIndex(
    (column) => column.format === 'money' || column.format === 'number',
  )
  const letter = letters[Math.max(1, found)] ?? 'B'
  const look = { kind: 'plain', level: 0 } as const
  const cell =
    value === null
      ? ''
      : cellXml(`${letter}${row}`, value, { format, style: rowStyle(format, look) })
  return `<row r="${row}">${textCell(`A${row}`, label, headStyle('plain'))}${cell}</row>`
}

function ending({ columns, pageText, picture }: PrintedSheet): string {
  const orientation = totalWidth(columns) > UPRIGHT_CHARACTERS ? 'landscape' : 'portrait'
  return (
    '</sheetData><pageMargins left="0.5" right="0.5" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
    `<pageSetup paperSize="1" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>` +
    `<headerFooter><oddFooter>&amp;R&amp;8${escapeAttribute(pageText)}</oddFooter></headerFooter>` +
    `${picture === undefined ? '' : '<drawing r:id="rId1"/>'}</worksheet>`
  )
}

/** What is printed, and which rows each page repeats. */
function namesXml(sheet: PrintedSheet, rows: number): string {
  const name = `'${sheet.name.replaceAll("'", "''")}'`
  const last = columnLetters(sheet.columns.length - 1)
  const defined = (kind: string, area: string) =>
    `<definedName name="_xlnm.${kind}" localSheetId="0">${escapeAttribute(`${name}!${area}`)}</definedName>`
  return (
    `<definedNames>${defined('Print_Area', `$A$1:$${last}$${rows}`)}` +
    `${defined('Print_Titles', `$1:$${titleRow(sheet)}`)}</definedNames>`
  )
}
