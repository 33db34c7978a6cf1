import { readCsv } from '../../files/csv-rows.ts'
import { FileProblem } from '../../files/file-problem.ts'
import { readXlsx, sheetNames } from '../../files/xlsx-rows.ts'
import { NO_PUBLISHED_TABLE, OLD_WORKBOOK } from '../../messages/files.ts'
import { textCell } from '../../query/import-cells.ts'
import type { TableRow } from '../../query/table-row.ts'

/** A row of a published file by the titles of its columns. */
type PublishedRow = (title: string) => string

/** How a published file becomes rows of one model. */
export interface PublishedLayout {
  readonly model: string
  /** The fields that `row` fills, in its order. */
  readonly fields: readonly string[]
  /** The title by which the header row is recognized; it is in one of the first rows. */
  readonly header: string
  /** The worksheets of a workbook that hold the rows. */
  readonly sheets: RegExp
  /** Texts: references by natural key, empty for nothing. Null: the file's row does not belong to the model. */
  readonly row: (cell: PublishedRow, context: LayoutContext) => readonly string[] | null
}

/** What a layout needs to know besides its row. */
export interface LayoutContext {
  /** The key of a Mexican state, such as `AGU`, by the number that INEGI and SEPOMEX give it. */
  readonly stateByNumber: ReadonlyMap<string, string>
  /** Whether a key occurs for the first time in this load. */
  readonly isFirst: (key: string) => boolean
}

export interface PublishedCells {
  readonly number: number
  readonly cells: readonly string[]
}

// A published workbook starts with a title, a version and empty rows.
const MAX_HEADER_ROW = 20

/**
 * The rows of a published file, read by the first of the layouts whose header it has.
 * @throws FileProblem when it has none of them
 */
export async function readPublished(
  path: string,
  layouts: readonly PublishedLayout[],
  context: LayoutContext,
): Promise<{ readonly layout: PublishedLayout; readonly rows: AsyncIterable<PublishedCells> }> {
  for (const layout of layouts) {
    const tables = await tablesOf(path, layout)
    if (tables.length === 0 || (await headerOf(tables, layout)) === null) continue
    return { layout, rows: rowsOf(tables, layout, context) }
  }
  const headers = layouts.map(({ header }) => header)
  throw new FileProblem(NO_PUBLISHED_TABLE({ headers }))
}

/** Whether a file has the table of one of the layouts. @throws FileProblem for a workbook of the old format */
export async function holdsTable(
  path: string,
  layouts: readonly PublishedLayout[],
): Promise<boolean> {
  for (const layout of layouts) {
    if ((await headerOf(await tablesOf(path, layout), layout)) !== null) return true
  }
  return false
}

type Table = () => AsyncIterable<TableRow>

async function tablesOf(path: string, layout: PublishedLayout): Promise<readonly Table[]> {
  if (/\.xls$/i.test(path)) {
    throw new FileProblem(OLD_WORKBOOK())
  }
  if (/\.xlsx$/i.test(path)) {
    const names = (await sheetNames(path)).filter((name) => layout.sheets.test(name))
    return names.map((name) => () => readXlsx(path, name))
  }
  // SEPOMEX's file starts with a sentence full of commas, and quotes nothing.
  const sepomex = { delimiter: '|', isQuoted: false }
  return [() => (/\.txt$/i.test(path) ? readCsv(path, sepomex) : readCsv(path))]
}

async function headerOf(tables: readonly Table[], layout: PublishedLayout): Promise<number | null> {
  const [first] = tables
  if (first === undefined) return null
  for await (const row of first()) {
    if (row.number > MAX_HEADER_ROW) return null
    if (titlesOf(row).includes(plain(layout.header))) return row.number
  }
  return null
}

async function* rowsOf(
  tables: readonly Table[],
  layout: PublishedLayout,
  context: LayoutContext,
): AsyncGenerator<PublishedCells> {
  for (const table of tables) {
    let titles: readonly string[] | null = null
    for await (const row of table()) {
      if (titles === null) {
        const found = titlesOf(row)
        if (found.includes(plain(layout.header))) titles = found
        continue
      }
      const columns = titles
      const cell = (title: string) => textAt(row, columns.indexOf(plain(title)))
      const cells = cell(layout.header) === '' ? null : layout.row(cell, context)
      if (cells !== null) yield { number: row.number, cells }
    }
  }
}

function titlesOf({ cells }: TableRow): readonly string[] {
  return cells.map((cell) => plain(textCell(cell) ?? ''))
}

/** Titles differ between editions in accents, spaces and capitals. */
function plain(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/\p{M}|\s|_/gu, '')
    .toLowerCase()
}

function textAt({ cells }: TableRow, index: number): string {
  return (textCell(cells[index] ?? null) ?? '').trim()
}
