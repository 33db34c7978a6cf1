import { ApiError, type ErrorEntry } from '../../../errors.ts'
import type { Message } from '../../../messages/message.ts'
import {
  COLUMN_IS,
  COLUMN_MISSING,
  COLUMN_TWICE,
  ROW_OF_OPENING,
  ROWS_OBJECTS,
  UNKNOWN_COLUMN,
} from '../../../messages/opening.ts'
import { isInt8 } from '../../../query/field-value.ts'
import { cellInput, textCell } from '../../../query/import-cells.ts'
import { parseInput } from '../../../query/input-value.ts'
import { JsonNumber, parseExactJson } from '../../../query/json-number.ts'
import { isEmptyRow, type Cell, type TableRow } from '../../../query/table-row.ts'
import { OPENING_COLUMNS, type OpeningColumn, type OpeningKind } from './opening-columns.ts'

/** Where a row stands: what a problem of it names. */
export interface RowPlace {
  readonly kind: OpeningKind
  /** Counted from 0 among those of its kind. */
  readonly index: number
  /** The row of its file; null: it came in the body. */
  readonly row: number | null
}

/** How a row names a record. */
interface Named {
  readonly by: 'id' | 'key'
  readonly text: string
}

/** A row whose values have the form of their columns. */
export interface OpeningRow {
  readonly place: RowPlace
  /** By column; one that is empty is absent. */
  readonly values: ReadonlyMap<string, string>
  readonly names: ReadonlyMap<string, Named>
}

// Who mends these sees the others at the next try.
const MAX_PROBLEMS = 50

/** What is wrong with rows, up to a limit. */
export class RowProblems {
  readonly #entries: ErrorEntry[] = []

  add({ kind, index, row }: RowPlace, column: string, what: Message): void {
    if (this.#entries.length >= MAX_PROBLEMS) return
    this.#entries.push({
      code: 'VALIDATION',
      field: `${kind}[${index}].${column}`,
      message: ROW_OF_OPENING({ kind, number: row ?? index + 1, what }),
      ...(row === null ? {} : { row }),
    })
  }

  addAll(...entries: readonly ErrorEntry[]): void {
    this.#entries.push(...entries.slice(0, MAX_PROBLEMS - this.#entries.length))
  }

  /** @throws ApiError with all of them */
  throwIfAny(): void {
    if (this.#entries.length > 0) throw new ApiError(this.#entries)
  }
}

/** The rows of the body. @throws ApiError VALIDATION, UNKNOWN_FIELD */
export function bodyRows(
  kind: OpeningKind,
  json: string,
  problems: RowProblems,
): readonly OpeningRow[] {
  const list = parseExactJson(json)
  if (!Array.isArray(list)) throw notObjects(kind)
  return list.map((item: unknown, index) => {
    if (
      typeof item !== 'object' ||
      item === null ||
      item instanceof JsonNumber ||
      Array.isArray(item)
    ) {
      throw notObjects(kind)
    }
    const given = new Map<string, unknown>(Object.entries(item))
    const known = OPENING_COLUMNS[kind]
    for (const name of given.keys()) {
      if (!known.some((column) => column.name === name)) throw unknownColumn(kind, name)
    }
    return rowOf(
      { kind, index, row: null },
      (column) => bodyValue(column, given.get(column.name)),
      problems,
    )
  })
}

function notObjects(kind: OpeningKind): ApiError {
  return new ApiError([{ code: 'VALIDATION', field: kind, message: ROWS_OBJECTS({ kind }) }])
}

function unknownColumn(kind: OpeningKind, column: string): ApiError {
  const known = OPENING_COLUMNS[kind].map(({ name }) => name)
  const message = UNKNOWN_COLUMN({ kind, column: column.slice(0, 60), known })
  return new ApiError([{ code: 'UNKNOWN_FIELD', field: kind, message }])
}

/** A number names a record by its id, a text by its key. */
function bodyValue({ references }: OpeningColumn, given: unknown): unknown {
  if (references === null || !(given instanceof JsonNumber)) return given ?? null
  return isInt8(given.source) ? { id: given.source } : given
}

/** The rows of a table with its headings. @throws ApiError UNKNOWN_FIELD, VALIDATION */
export async function tableRows(
  kind: OpeningKind,
  rows: AsyncIterable<TableRow>,
  { problems, most }: { readonly problems: RowProblems; readonly most: number },
): Promise<readonly OpeningRow[]> {
  let columns: readonly (OpeningColumn | null)[] | null = null
  const found: OpeningRow[] = []
  for await (const row of rows) {
    if (isEmptyRow(row)) continue
    if (columns === null) columns = headings(kind, row.cells)
    else {
      const at = new Map(columns.map((column, index) => [column?.name ?? '', index]))
      const cellOf = ({ name }: OpeningColumn): Cell => row.cells[at.get(name) ?? -1] ?? null
      const place = { kind, index: found.length, row: row.number }
      found.push(rowOf(place, (column) => cellValue(column, cellOf(column)), problems))
    }
    // Whoever calls refuses them; the rest need not be read.
    if (found.length > most) break
  }
  return found
}

/** The columns by their headings; a column without one is passed over. */
function headings(kind: OpeningKind, cells: readonly Cell[]): readonly (OpeningColumn | null)[] {
  const seen = new Set<OpeningColumn>()
  return cells.map((cell) => {
    const title = (textCell(cell) ?? '').trim()
    if (title === '') return null
    const name = plainName(title)
    const all = OPENING_COLUMNS[kind]
    const column =
      all.find((one) => one.name === name || plainName(one.label) === name) ??
      all.find((one) => one.others.includes(name))
    if (column === undefined) throw unknownColumn(kind, title)
    if (seen.has(column)) {
      const message = COLUMN_TWICE({ kind, column: title })
      throw new ApiError([{ code: 'VALIDATION', field: kind, message }])
    }
    seen.add(column)
    return column
  })
}

const ACCENTS = /\p{Mark}/gu

/** A heading as a name: `Número de serie` is `numero_de_serie`. */
export function plainName(title: string): string {
  const bare = title.normalize('NFD').replace(ACCENTS, '').toLowerCase()
  return bare.replaceAll(/[^a-z\d]+/g, '_').replaceAll(/^_+|_+$/g, '')
}

function cellValue({ field, references }: OpeningColumn, cell: Cell): unknown {
  if (cell === null || cell === '') return null
  return references === null && field.type !== 'text'
    ? cellInput(field, cell)
    : textCell(cell)?.trim()
}

function rowOf(
  place: RowPlace,
  valueOf: (column: OpeningColumn) => unknown,
  problems: RowProblems,
): OpeningRow {
  const values = new Map<string, string>()
  const names = new Map<string, Named>()
  for (const column of OPENING_COLUMNS[place.kind]) {
    const { name, field, references } = column
    const given = valueOf(column)
    const isEmpty = given === null || given === undefined || given === ''
    if (isEmpty && column.required) problems.add(place, name, COLUMN_MISSING({ column: name }))
    if (isEmpty) continue
    if (isId(given)) {
      names.set(name, { by: 'id', text: BigInt(given.id).toString() })
      continue
    }
    const parsed = parseInput(field, given)
    if (!parsed.ok) problems.add(place, name, COLUMN_IS({ column: name, what: parsed.error }))
    else if (references !== null) names.set(name, { by: 'key', text: String(parsed.value).trim() })
    else values.set(name, String(parsed.value))
  }
  return { place, values, names }
}

function isId(given: unknown): given is { readonly id: string } {
  return typeof given === 'object' && given !== null && 'id' in given
}
