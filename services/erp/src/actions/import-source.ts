import type { Model, Registry } from '../dictionary/types.ts'
import { ApiError, type ErrorEntry } from '../errors.ts'
import { readCsv } from '../files/csv-rows.ts'
import { FileProblem } from '../files/file-problem.ts'
import { readJsonLines } from '../files/json-lines.ts'
import { readXlsx } from '../files/xlsx-rows.ts'
import { LINE_AN_OBJECT, ROW_TOO_WIDE, THE_FILE } from '../messages/imports.ts'
import { objectRow, planColumns, tableRow, type ImportColumn } from '../query/import-row.ts'
import { isEmptyRow, type TableRow } from '../query/table-row.ts'
import type { SourceRow } from './import-records.ts'

export type ImportFormat = 'csv' | 'xlsx' | 'jsonl'

export interface ImportFile {
  readonly path: string
  readonly format: ImportFormat
  /** The worksheet of a workbook; null: the first. */
  readonly sheet: string | null
}

/**
 * The rows of a file as bodies of writes.
 * @throws ApiError VALIDATION or UNKNOWN_FIELD with `row`, for a file that cannot be read or a header that does not fit
 */
export async function* importSource(
  registry: Registry,
  model: Model,
  file: ImportFile,
): AsyncGenerator<SourceRow> {
  try {
    if (file.format === 'jsonl') yield* lineRows(registry, model, file.path)
    else yield* tableRows(model, tableOf(file))
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    const row = error.row === null ? {} : { row: error.row }
    throw new ApiError([{ code: 'VALIDATION', message: THE_FILE({ what: error.what }), ...row }])
  }
}

function tableOf({ path, format, sheet }: ImportFile): AsyncIterable<TableRow> {
  return format === 'xlsx' ? readXlsx(path, sheet) : readCsv(path)
}

async function* lineRows(
  registry: Registry,
  model: Model,
  path: string,
): AsyncGenerator<SourceRow> {
  for await (const { number, value } of readJsonLines(path)) {
    const row = objectRow(registry, model, { number, value })
    yield row ?? { number, problem: notAnObject() }
  }
}

function notAnObject(): ErrorEntry {
  return { code: 'MALFORMED_JSON', message: LINE_AN_OBJECT() }
}

async function* tableRows(model: Model, rows: AsyncIterable<TableRow>): AsyncGenerator<SourceRow> {
  const header: { columns: readonly ImportColumn[] | null; width: number } = {
    columns: null,
    width: 0,
  }
  for await (const row of rows) {
    if (isEmptyRow(row)) continue
    if (header.columns === null) {
      header.columns = columnsOf(model, row)
      header.width = row.cells.length
    } else if (row.cells.slice(header.width).some((cell) => cell !== null && cell !== '')) {
      yield { number: row.number, problem: tooWide(header.width) }
    } else {
      yield tableRow(header.columns, row)
    }
  }
}

function columnsOf(model: Model, row: TableRow): readonly ImportColumn[] {
  const planned = planColumns(model, row.cells)
  if (planned.ok) return planned.value
  throw new ApiError(planned.error.map((problem) => ({ ...problem, row: row.number })))
}

function tooWide(width: number): ErrorEntry {
  return { code: 'VALIDATION', message: ROW_TOO_WIDE({ width }) }
}
