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
