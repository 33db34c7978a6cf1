import { ACROSS_CHARACTERS, UPRIGHT_CHARACTERS } from '../../files/printed-sheet.ts'
import type { SheetFormat, SheetValue } from '../../files/xlsx-cells.ts'

interface Titled {
  readonly title: string
  readonly format: SheetFormat
}

// In characters. A longer text goes on in the next line of its cell.
const LEAST = 8
const MOST = 44
const BESIDE = 2

/** How wide columns are, by what is in them; texts get what is left of the paper’s width. */
export function sheetWidths(
  columns: readonly Titled[],
  rows: readonly (readonly SheetValue[])[],
): readonly number[] {
  const widths = columns.map((column, index) => {
    const values = rows.map((row) => shownLength(row[index] ?? null, column.format))
    const title = Math.max(...column.title.split(' ').map((word) => word.length))
    return Math.min(Math.max(LEAST, title, ...values) + BESIDE, MOST)
  })
  const needed = widths.reduce((sum, width) => sum + width, 0)
  const paper = needed > UPRIGHT_CHARACTERS ? ACROSS_CHARACTERS : UPRIGHT_CHARACTERS
  const missing = paper - needed
  const isText = columns.map(({ format }) => format === 'text')
  const takers = isText.some(Boolean) ? isText : columns.map(() => true)
  const share = Math.max(0, missing) / takers.filter(Boolean).length
  return widths.map((width, index) =>
    takers[index] === true ? Math.floor((width + share) * 10) / 10 : width,
  )
}

const DAY_LENGTH = 10
const INSTANT_LENGTH = 16

function shownLength(value: SheetValue, format: SheetFormat): number {
  if (value === null) return 0
  switch (format) {
    case 'date':
      return DAY_LENGTH
    case 'instant':
      return INSTANT_LENGTH
    case 'money': {
      const units = value.split('.')[0] ?? ''
      return units.length + Math.floor(units.length / 3) + 3
    }
    case 'boolean':
    case 'number':
    case 'text':
      return value.length
  }
}
