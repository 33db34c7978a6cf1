import { parseTable } from '@oficina/web/clipboard-table.ts'
import { readTableFile } from '@oficina/web/table-file.ts'

/** Rows of a spreadsheet, with titles. */
export interface Sheet {
  /** Of its file; empty when it was pasted. */
  readonly name: string
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Days are numbers, as workbooks write them. */
  readonly isWorkbook: boolean
}

/** As many as one PDF may have. */
export const MAX_ROWS = 10_000

/** Undefined when there are no rows below the titles. */
export function pastedSheet(text: string): Sheet | undefined {
  return sheetOf('', parseTable(text), false)
}

/** @throws Error when it is neither CSV nor a workbook */
export async function fileSheet(file: File): Promise<Sheet | undefined> {
  const { rows, isWorkbook } = await readTableFile(file)
  return sheetOf(file.name, rows, isWorkbook)
}

function sheetOf(
  name: string,
  table: readonly (readonly string[])[],
  isWorkbook: boolean,
): Sheet | undefined {
  const filled = table.filter((row) => row.some((cell) => cell.trim() !== ''))
  const [titles, ...rows] = filled
  if (titles === undefined || rows.length === 0) return undefined
  return {
    name,
    titles: titles.map((title, index) => (title.trim() === '' ? `${index + 1}` : title.trim())),
    rows,
    isWorkbook,
  }
}
