import { isDecimalType } from '../../values/column-kinds.ts'
import { dateOf } from '../../values/date-text.ts'
import { decimalOf } from '../../values/decimal-text.ts'

/** What a paste has to know of a column. */
interface PasteColumn {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly choices: readonly { readonly value: string; readonly label: string }[] | null
}

/** A table as spreadsheets put it on the clipboard: tabs between cells, quoted where a cell has several lines. */
export function parseTable(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  const cells = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const reader = { at: 0 }
  let row: string[] = []
  while (reader.at <= cells.length) {
    row.push(readCell(cells, reader))
    if (cells[reader.at] !== '\t') {
      rows.push(row)
      row = []
    }
    reader.at += 1
  }
  return rows.filter((cellsOfRow) => cellsOfRow.some((cell) => cell.trim() !== ''))
}

/** Reads one cell; `reader` stands at the tab or the end of line behind it then. */
function readCell(text: string, reader: { at: number }): string {
  const start = reader.at
  if (text[start] === '"') {
    const quoted = /"((?:[^"]|"")*)"(?=[\t\n]|$)/y
    quoted.lastIndex = start
    const found = quoted.exec(text)
    if (found !== null) {
      reader.at = quoted.lastIndex
      return (found[1] ?? '').replaceAll('""', '"')
    }
  }
  const end = text.slice(start).search(/[\t\n]/)
  reader.at = end < 0 ? text.length : start + end
  return text.slice(start, reader.at)
}

/**
 * Which column each cell of a pasted row goes to: by a first row that names columns by their label or name, else from the
 * column on where the cursor stands.
 */
export function mapColumns<T extends PasteColumn>(
  table: readonly (readonly string[])[],
  all: readonly T[],
  { shown, from }: { readonly shown: readonly T[]; readonly from: string },
): { readonly columns: readonly (T | undefined)[]; readonly hasHeader: boolean } {
  const [header = []] = table
  const named = header.map((cell) => all.find((column) => isNamed(column, cell)))
  const isHeader = named.filter((column) => column !== undefined).length
  if (header.length > 1 && isHeader * 2 > header.length) return { columns: named, hasHeader: true }
  const first = Math.max(
    0,
    shown.findIndex(({ name }) => name === from),
  )
  const width = Math.max(0, ...table.map((row) => row.length))
  const columns = Array.from({ length: width }, (_cell, index) => shown[first + index])
  return { columns, hasHeader: false }
}

function isNamed({ name, label }: PasteColumn, cell: string): boolean {
  const wanted = cell.trim().toLowerCase()
  return wanted === label.toLowerCase() || wanted === name.toLowerCase()
}

type Days = Parameters<typeof dateOf>[1]

/** A pasted text as a column's value; references stay text, which is looked up afterwards. */
export function pastedValue({ type, choices }: PasteColumn, cell: string, days: Days): unknown {
  const text = cell.trim()
  if (text === '') return null
  if (type === 'integer' || isDecimalType(type)) return decimalOf(text)
  if (type === 'boolean') return /^(?:1|x|s[ií]?|y(?:es)?|true|verdadero)$/i.test(text)
  if (type === 'date') return dateOf(text, days)
  if (choices !== null) {
    const wanted = text.toLowerCase()
    const found = choices.find(({ value, label }) =>
      [value.toLowerCase(), label.toLowerCase()].includes(wanted),
    )
    return found?.value ?? text
  }
  return cell.trim()
}
