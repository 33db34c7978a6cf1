/** The cell that the keyboard is at; column -1 is the row's mark. */
export interface GridPlace {
  readonly row: number
  readonly column: number
}

export interface GridExtent {
  readonly rows: number
  readonly columns: number
  /** Rows that are seen at once. */
  readonly page: number
}

/** Where a key goes from a place, or undefined when it goes nowhere. */
export function moved(
  { row, column }: GridPlace,
  { key, isControl }: { readonly key: string; readonly isControl: boolean },
  { rows, columns, page }: GridExtent,
): GridPlace | undefined {
  const to = (nextRow: number, nextColumn = column): GridPlace => ({
    row: clamp(nextRow, 0, rows - 1),
    column: clamp(nextColumn, -1, columns - 1),
  })
  switch (key) {
    case 'ArrowDown':
      return to(row + 1)
    case 'ArrowUp':
      return to(row - 1)
    case 'ArrowRight':
      return to(row, column + 1)
    case 'ArrowLeft':
      return to(row, column - 1)
    case 'PageDown':
      return to(row + page)
    case 'PageUp':
      return to(row - page)
    case 'Home':
      return isControl ? to(0, 0) : to(row, 0)
    case 'End':
      return isControl ? to(rows - 1) : to(row, columns - 1)
    default:
      return undefined
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}
