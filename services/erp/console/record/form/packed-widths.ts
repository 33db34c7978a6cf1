const COLUMNS = 12
// References are short enough for three in a row.
const WIDEST_REFERENCE = 4
// A row that is fuller than this is filled up; a last row with little in it stays as it is.
const FILLED_FROM = 8

export interface Packable {
  readonly width: number
  readonly isReference: boolean
  /** Whom or what the record is about: it has the room that it asks for. */
  readonly isMain?: boolean
}

/** How wide each field of a section is, in twelfths, so that rows are full: what is left of one goes to its widest fields. */
export function packedWidths(fields: readonly Packable[]): readonly number[] {
  const rows: number[][] = [[]]
  for (const { width, isReference, isMain = false } of fields) {
    const wanted = Math.min(width, isReference && !isMain ? WIDEST_REFERENCE : COLUMNS)
    const row = rows.at(-1) ?? []
    if (sum(row) + wanted > COLUMNS) rows.push([wanted])
    else row.push(wanted)
  }
  return rows.flatMap(filled)
}

function filled(row: readonly number[]): readonly number[] {
  if (sum(row) < FILLED_FROM) return row
  const widths = [...row]
  const byWidth = row
    .map((width, index) => ({ width, index }))
    .toSorted((one, other) => other.width - one.width)
  const widest = byWidth.filter(({ width }) => width === byWidth[0]?.width)
  for (let left = COLUMNS - sum(row), at = 0; left > 0; left -= 1, at += 1) {
    const index = widest[at % widest.length]?.index ?? 0
    widths[index] = (widths[index] ?? 0) + 1
  }
  return widths
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0)
}
