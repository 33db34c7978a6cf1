import { attribute, localAttribute } from '@oficina/xml/attribute.ts'
import type { StreamToken } from '@oficina/xml/xml-stream.ts'
import { unescapeText } from '@oficina/xml/xml-text.ts'

import { NO_SHEET, WORKBOOK_DAMAGED, WORKBOOK_TEXT_TOO_LONG } from '../messages/files.ts'
import { JsonNumber } from '../query/json-number.ts'
import type { Cell, TableRow } from '../query/table-row.ts'
import { FileProblem } from './file-problem.ts'
import { MAX_CELL_LENGTH, RowLength } from './row-length.ts'
import { SharedStrings } from './shared-strings.ts'
import { openWorkbook, type WorkbookParts } from './workbook-parts.ts'
import { dateOfSerial, isDateFormat, type DateSystem } from './xlsx-dates.ts'

// As many columns as Excel has, and as many formats of cells.
const MAX_COLUMNS = 16_384
const MAX_FORMATS = 65_536
// Those that a message names when there is no such sheet.
const NAMED_SHEETS = 20
const MAX_SHEET_NAME = 100

interface Workbook {
  readonly strings: SharedStrings
  /** By style index: whether numbers of the style are dates. */
  readonly dateStyles: readonly boolean[]
  readonly dates: DateSystem
}

/**
 * The rows of a worksheet of an XLSX workbook, read as a stream: the first worksheet, or the one named. Numbers are
 * read as shown, with at most 15 digits; dates as ISO 8601.
 * @throws FileProblem
 */
export async function* readXlsx(path: string, sheet: string | null): AsyncGenerator<TableRow> {
  const parts = await openWorkbook(path)
  try {
    const part = await sheetPart(parts, sheet)
    const workbook: Workbook = {
      strings: await readStrings(parts),
      dateStyles: await readDateStyles(parts),
      dates: await readDateSystem(parts),
    }
    yield* readSheet(parts.read(part), workbook)
  } finally {
    await parts.close()
  }
}

/** The names of a workbook's worksheets, in their order. @throws FileProblem */
export async function sheetNames(path: string): Promise<readonly string[]> {
  const parts = await openWorkbook(path)
  try {
    const names: string[] = []
    for await (const { name } of sheetsOf(parts)) names.push(name)
    return names
  } finally {
    await parts.close()
  }
}

async function* tokensOf(parts: WorkbookParts, part: string): AsyncGenerator<StreamToken> {
  for await (const tokens of parts.read(part)) yield* tokens
}

/** The same for parts of millions of tokens, to wait for each of which would take as long again as to read it. */
async function eachToken(
  parts: WorkbookParts,
  part: string,
  look: (token: StreamToken) => void,
): Promise<void> {
  for await (const tokens of parts.read(part)) for (const token of tokens) look(token)
}

async function* sheetsOf(parts: WorkbookParts) {
  for await (const token of tokensOf(parts, 'xl/workbook.xml')) {
    if (token.kind !== 'open' || token.name !== 'sheet') continue
    yield {
      name: unescapeText(attribute(token.tag, 'name') ?? ''),
      relation: unescapeText(localAttribute(token.tag, 'id') ?? ''),
    }
  }
}

async function sheetPart(parts: WorkbookParts, wanted: string | null): Promise<string> {
  const relation = await sheetRelation(parts, wanted)
  for await (const token of tokensOf(parts, 'xl/_rels/workbook.xml.rels')) {
    if (token.kind !== 'open' || unescapeText(attribute(token.tag, 'Id') ?? '') !== relation)
      continue
    const target = unescapeText(attribute(token.tag, 'Target') ?? '')
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  }
  throw new FileProblem(WORKBOOK_DAMAGED())
}

async function sheetRelation(parts: WorkbookParts, wanted: string | null): Promise<string> {
  const names: string[] = []
  for await (const { name, relation } of sheetsOf(parts)) {
    if (wanted === null || name === wanted) return relation
    if (names.length < NAMED_SHEETS) names.push(name.slice(0, MAX_SHEET_NAME))
  }
  throw new FileProblem(NO_SHEET({ sheet: wanted ?? '', known: names }))
}

async function readStrings(parts: WorkbookParts): Promise<SharedStrings> {
  const strings = new SharedStrings()
  if (!parts.names.includes('xl/sharedStrings.xml')) return strings
  const state = { text: '', isText: false, phonetic: false }
  await eachToken(parts, 'xl/sharedStrings.xml', (token) => {
    if (token.kind === 'text') {
      if (state.isText && !state.phonetic) state.text = longer(state.text, token.text)
    } else if (token.name === 'si') {
      if (token.kind === 'close') strings.add(unescaped(state.text))
      else if (token.isEmpty) strings.add('')
      state.text = ''
    } else if (token.name === 't') {
      state.isText = token.kind === 'open' && !token.isEmpty
    } else if (token.name === 'rPh') {
      // How a Japanese text is pronounced is not part of it.
      state.phonetic = token.kind === 'open'
    }
  })
  return strings
}

/** @throws FileProblem when the runs of a text make more than a cell holds */
function longer(text: string, run: string): string {
  if (text.length + run.length > MAX_CELL_LENGTH) throw new FileProblem(WORKBOOK_TEXT_TOO_LONG())
  return text + run
}

/** Characters that XML cannot hold are written `_x000D_`. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_whole, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

async function readDateStyles(parts: WorkbookParts): Promise<readonly boolean[]> {
  if (!parts.names.includes('xl/styles.xml')) return []
  // Of each format of numbers whether it shows a date: their texts would hold on to the pieces that they stand in.
  const dates = new Map<number, boolean>()
  const styles: boolean[] = []
  const state = { isCellFormats: false }
  await eachToken(parts, 'xl/styles.xml', (token) => {
    if (token.kind === 'text') return
    if (token.name === 'cellXfs') state.isCellFormats = token.kind === 'open'
    if (token.kind !== 'open') return
    if (token.name === 'numFmt') dates.set(formatOf(token.tag), showsDate(token.tag))
    if (token.name === 'xf' && state.isCellFormats) {
      const id = formatOf(token.tag)
      styles.push(dates.get(id) ?? isDateFormat(id, undefined))
    }
    checkCount(styles.length)
    checkCount(dates.size)
  })
  return styles
}

function formatOf(tag: string): number {
  return Number(attribute(tag, 'numFmtId') ?? 0)
}

function showsDate(tag: string): boolean {
  return isDateFormat(formatOf(tag), unescapeText(attribute(tag, 'formatCode') ?? ''))
}

/** @throws FileProblem when there are more formats than a workbook has */
function checkCount(formats: number): void {
  if (formats > MAX_FORMATS) throw new FileProblem(WORKBOOK_DAMAGED())
}

async function readDateSystem(parts: WorkbookParts): Promise<DateSystem> {
  for await (const token of tokensOf(parts, 'xl/workbook.xml')) {
    if (token.kind !== 'open' || token.name !== 'workbookPr') continue
    return /^(?:1|true)$/.test(attribute(token.tag, 'date1904') ?? '') ? 1904 : 1900
  }
  return 1900
}

interface OpenCell {
  readonly column: number
  readonly type: string
  readonly style: number
  text: string
}

async function* readSheet(
  pieces: AsyncIterable<readonly StreamToken[]>,
  workbook: Workbook,
): AsyncGenerator<TableRow> {
  const reader = new SheetReader(workbook)
  for await (const tokens of pieces) {
    for (const token of tokens) {
      const row = reader.read(token)
      if (row !== null) yield row
    }
  }
}

/** Turns the tokens of a worksheet into rows. */
class SheetReader {
  readonly #workbook: Workbook
  #row = 0
  #cells: Cell[] = []
  readonly #length = new RowLength()
  #cell: OpenCell | null = null
  #isValue = false

  constructor(workbook: Workbook) {
    this.#workbook = workbook
  }

  /** The row that ends with this token, or null. */
  read(token: StreamToken): TableRow | null {
    if (token.kind === 'text') {
      if (this.#isValue && this.#cell !== null)
        this.#cell.text = longer(this.#cell.text, token.text)
      return null
    }
    if (token.name === 'row') return this.#readRow(token)
    if (token.name === 'c') this.#readCell(token)
    else if (token.name === 'v' || token.name === 't') {
      this.#isValue = token.kind === 'open' && !token.isEmpty
    }
    return null
  }

  #readRow(tag: Tag): TableRow | null {
    if (tag.kind === 'open') {
      this.#row = Number(attribute(tag.tag, 'r') ?? this.#row + 1)
      this.#cells = []
      this.#length.restart()
    }
    return isEnd(tag) ? { number: this.#row, cells: this.#cells } : null
  }

  #readCell(tag: Tag): void {
    if (tag.kind === 'open') this.#cell = openCell(tag.tag, this.#cells.length)
    if (!isEnd(tag) || this.#cell === null) return
    const { column } = this.#cell
    while (this.#cells.length < column) this.#cells.push(null)
    const value = cellValue(this.#cell, this.#workbook)
    if (typeof value === 'string') this.#length.add(value.length, this.#row)
    this.#cells[column] = value
    this.#cell = null
  }
}

type Tag = Exclude<StreamToken, { readonly kind: 'text' }>

function isEnd(tag: Tag): boolean {
  return tag.kind === 'close' || tag.isEmpty
}

function openCell(tag: string, next: number): OpenCell {
  const reference = attribute(tag, 'r')
  return {
    column: reference === undefined ? columnAt(next) : columnOf(reference),
    type: attribute(tag, 't') ?? 'n',
    style: Number(attribute(tag, 's') ?? 0),
    text: '',
  }
}

/** The column of a reference such as `AB12`, counted from 0. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    if (letter < 'A' || letter > 'Z') break
    column = column * 26 + (letter.charCodeAt(0) - 64)
  }
  return columnAt(column - 1)
}

function columnAt(index: number): number {
  if (index < 0 || index >= MAX_COLUMNS) throw new FileProblem(WORKBOOK_DAMAGED())
  return index
}

function cellValue({ type, style, text }: OpenCell, workbook: Workbook): Cell {
  if (text === '') return null
  switch (type) {
    case 's':
      return workbook.strings.get(Number(text))
    case 'inlineStr':
    case 'str':
      return alone(unescaped(text))
    case 'b':
      return text === '1'
    // An error such as #N/A, and a date in ISO 8601.
    case 'e':
    case 'd':
      return text
    default:
      return numberCell(text, workbook.dateStyles[style] === true ? workbook.dates : null)
  }
}

// Shorter ones are copied anyway.
const SHORTEST_SLICE = 13

/** A text that holds on to nothing but itself: as a part of the piece that it was read in, it would keep megabytes. */
function alone(text: string): string {
  return text.length < SHORTEST_SLICE ? text : Buffer.from(text).toString()
}

function numberCell(text: string, dates: DateSystem | null): Cell {
  const value = Number(text)
  if (dates !== null) return dateOfSerial(value, dates)
  // Excel computes with 17 digits and shows 15, so 0.1 + 0.2 is stored as 0.30000000000000004.
  const isPlain = /^-?\d{1,15}(?:\.\d+)?$/.test(text) && text.length <= 16
  return new JsonNumber(isPlain ? text : plainNumber(value))
}

/** At most 15 digits, without an exponent up to 20 places. */
function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded)
  if (!text.includes('e')) return text
  return rounded.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
}
