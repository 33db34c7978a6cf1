import { valueOf } from './cell-value.ts'
import type { Field } from './fields.ts'
import { sameName } from './same-name.ts'

type Table = readonly (readonly string[])[]

export interface PastePlace {
  readonly rows: readonly unknown[]
  /** Where the cursor is. */
  readonly row: number
  readonly column: number
}

/**
 * The rows of a list with a table pasted into them: under the titles of its first row where they name columns, else from
 * the cell on that has the cursor.
 */
export function pastedRows(
  table: Table,
  columns: readonly Field[],
  { rows, row, column }: PastePlace,
): readonly unknown[] {
  const [titles = []] = table
  const named = titles.map((title) =>
    columns.find(({ name, label }) => sameName(title, name) || sameName(title, label)),
  )
  const hasTitles = named.filter((found) => found !== undefined).length * 2 > titles.length
  const mapped = hasTitles ? named : titles.map((_title, at) => columns[column + at])
  const result = [...rows]
  for (const [index, cells] of (hasTitles ? table.slice(1) : table).entries()) {
    const before = result[row + index]
    const item: Record<string, unknown> = typeof before === 'object' ? { ...before } : {}
    for (const [at, cell] of cells.entries()) {
      const field = mapped[at]
      if (field !== undefined) item[field.name] = valueOf(field, cell)
    }
    result[row + index] = item
  }
  return result
}
