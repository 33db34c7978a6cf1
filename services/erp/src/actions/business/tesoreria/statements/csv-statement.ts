import { apiError } from '../../../../errors.ts'
import { readCsv } from '../../../../files/csv-rows.ts'
import { FileProblem } from '../../../../files/file-problem.ts'
import {
  COLUMN_NOT_A_DAY,
  COLUMN_NOT_AN_AMOUNT,
  COLUMN_UNKNOWN,
  COLUMNS_INCOMPLETE,
  COLUMNS_NOT_FOUND,
  COLUMNS_OF_CSV,
  LINE_WITHOUT_AMOUNT,
  TOO_MANY_STATEMENT_LINES,
} from '../../../../messages/bank-statement-files.ts'
import type { ActionInputs } from '../../../../query/action-request.ts'
import { isEmptyRow, type Cell, type TableRow } from '../../../../query/table-row.ts'
import {
  DAY_FORMS,
  MAX_LINES,
  shortText,
  statementAmount,
  statementDay,
  unreadable,
  type DayForm,
  type StatementFile,
  type StatementLine,
} from './statement-line.ts'

const COLUMNS = [
  'fecha',
  'descripcion',
  'referencia',
  'clave_rastreo',
  'id_banco',
  'cargo',
  'abono',
  'importe',
  'saldo',
] as const
type Column = (typeof COLUMNS)[number]

/** How a bank writes its CSV. */
export interface CsvForm {
  /** The headings of the columns. */
  readonly columns: ReadonlyMap<Column, string>
  readonly delimiter: string | null
  readonly day: DayForm
}

// What a bank writes above the headings is no longer than this.
const MAX_PREAMBLE = 50

/**
 * Reads a statement in CSV, whose headings are those that were declared; what stands above them is left out.
 * @throws ApiError VALIDATION
 */
export async function readCsvStatement(path: string, form: CsvForm): Promise<StatementFile> {
  try {
    const lines = await linesOf(path, form)
    return { lines, cuenta: null, moneda: null, saldoFinal: null }
  } catch (error) {
    if (error instanceof FileProblem) throw unreadable(error.what, error.row)
    throw error
  }
}

async function linesOf(path: string, form: CsvForm): Promise<readonly StatementLine[]> {
  const { delimiter } = form
  const lines: StatementLine[] = []
  let places: ReadonlyMap<Column, number> | null = null
  for await (const row of readCsv(
    path,
    delimiter === null ? undefined : { delimiter, isQuoted: true },
  )) {
    if (isEmptyRow(row)) continue
    if (places === null) {
      places = headings(row, form)
      if (places === null && row.number > MAX_PREAMBLE) break
      continue
    }
    const line = lineOf(row, places, form)
    if (line !== null) lines.push(line)
    if (lines.length > MAX_LINES) throw unreadable(TOO_MANY_STATEMENT_LINES({ most: MAX_LINES }))
  }
  if (places !== null) return lines
  throw unreadable(COLUMNS_NOT_FOUND({ headers: [...form.columns.values()] }))
}

/** Where each declared column stands, if this row has all their headings. */
function headings(row: TableRow, { columns }: CsvForm): ReadonlyMap<Column, number> | null {
  const cells = row.cells.map((cell) => plain(textOf(cell)))
  const places = new Map([...columns].map(([name, text]) => [name, cells.indexOf(plain(text))]))
  return [...places.values()].includes(-1) ? null : places
}

/** A CSV has texts only. */
function textOf(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell : ''
}

function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
}

/** Null: it moved nothing. */
function lineOf(
  row: TableRow,
  places: ReadonlyMap<Column, number>,
  form: CsvForm,
): StatementLine | null {
  const text = (name: Column): string => {
    const place = places.get(name)
    return place === undefined ? '' : textOf(row.cells[place]).trim()
  }
  const amount = (name: Column): bigint | null => {
    const value = text(name)
    if (value === '') return null
    const read = statementAmount(value)
    if (read === undefined) throw unreadable(COLUMN_NOT_AN_AMOUNT({ column: name }), row.number)
    return read
  }
  const fecha = statementDay(text('fecha'), form.day)
  if (fecha === undefined) {
    throw unreadable(COLUMN_NOT_A_DAY({ column: 'fecha', form: form.day }), row.number)
  }
  const importe = movedBy(amount, row.number)
  if (importe === 0n) return null
  return {
    row: row.number,
    fecha,
    descripcion: shortText(text('descripcion'), 250) ?? '-',
    referencia: shortText(text('referencia'), 60),
    claveRastreo: shortText(text('clave_rastreo'), 40),
    idBanco: shortText(text('id_banco'), 255),
    importe,
    saldo: amount('saldo'),
  }
}

/** What came in less what went out; banks write what went out with or without a sign. */
function movedBy(amount: (name: Column) => bigint | null, row: number): bigint {
  const signed = amount('importe')
  if (signed !== null) return signed
  const [out, into] = [amount('cargo'), amount('abono')]
  if (out === null && into === null) throw unreadable(LINE_WITHOUT_AMOUNT(), row)
  return (into ?? 0n) - (out === null || out > 0n ? (out ?? 0n) : -out)
}

/** How the inputs of a call say that a CSV is written. @throws ApiError VALIDATION */
export function csvForm(inputs: ActionInputs): CsvForm {
  const given = inputs.get('columnas') ?? null
  if (given === null) throw apiError('VALIDATION', COLUMNS_OF_CSV(), 'columnas')
  const columns = declaredColumns(JSON.parse(String(given)))
  const hasAmount = columns.has('importe') || (columns.has('cargo') && columns.has('abono'))
  if (!columns.has('fecha') || !columns.has('descripcion') || !hasAmount) {
    throw apiError('VALIDATION', COLUMNS_INCOMPLETE(), 'columnas')
  }
  const delimiter = inputs.get('delimitador')
  const day = inputs.get('formato_fecha')
  return {
    columns,
    delimiter: typeof delimiter === 'string' && delimiter !== '' ? delimiter : null,
    day: DAY_FORMS.find((form) => form === day) ?? 'aaaa-mm-dd',
  }
}

function declaredColumns(named: unknown): ReadonlyMap<Column, string> {
  const columns = new Map<Column, string>()
  for (const [name, text] of Object.entries(named ?? {})) {
    const column = COLUMNS.find((known) => known === name)
    if (column === undefined || typeof text !== 'string' || text.trim() === '') {
      throw apiError('VALIDATION', COLUMN_UNKNOWN({ name, known: COLUMNS }), 'columnas')
    }
    columns.set(column, text)
  }
  return columns
}
