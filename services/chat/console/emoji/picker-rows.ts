import type { Emoji, EmojiGroup } from './emoji-kind.ts'

const COLUMNS = 9

/** A row of the picker: the name of a group, or emoji beside each other. */
export interface PickerRow {
  readonly group?: EmojiGroup
  readonly emoji: readonly Emoji[]
  /** How many emoji stand before it. */
  readonly first: number
}

export interface PickerGroup {
  readonly group?: EmojiGroup
  readonly emoji: readonly Emoji[]
}

/** Groups as rows of equal height; groups without emoji are left out. */
export function pickerRows(groups: readonly PickerGroup[]): readonly PickerRow[] {
  const rows: PickerRow[] = []
  let first = 0
  for (const { group, emoji } of groups) {
    if (emoji.length === 0) continue
    if (group !== undefined) rows.push({ group, emoji: [], first })
    for (let at = 0; at < emoji.length; at += COLUMNS) {
      const shown = emoji.slice(at, at + COLUMNS)
      rows.push({ emoji: shown, first })
      first += shown.length
    }
  }
  return rows
}

/** The emoji at a place counted over all rows. */
export function emojiAt(rows: readonly PickerRow[], place: number): Emoji | undefined {
  const row = rows[rowOf(rows, place)]
  return row?.emoji[place - row.first]
}

/** The row that holds a place; -1 without one. */
export function rowOf(rows: readonly PickerRow[], place: number): number {
  return rows.findIndex(({ first, emoji }) => place >= first && place < first + emoji.length)
}

/** Where a key leads from a place; undefined for keys that move nothing. */
export function moved(rows: readonly PickerRow[], place: number, key: string): number | undefined {
  const count = rows.reduce((sum, { emoji }) => sum + emoji.length, 0)
  if (count === 0) return undefined
  if (key === 'ArrowRight') return Math.min(place + 1, count - 1)
  if (key === 'ArrowLeft') return Math.max(place - 1, 0)
  if (key === 'ArrowDown') return neighbour(rows, place, 1)
  if (key === 'ArrowUp') return neighbour(rows, place, -1)
  return undefined
}

function neighbour(rows: readonly PickerRow[], place: number, by: 1 | -1): number {
  const at = rowOf(rows, place)
  const column = place - (rows[at]?.first ?? 0)
  for (let row = at + by; row >= 0 && row < rows.length; row += by) {
    const next = rows[row]
    if (next !== undefined && next.emoji.length > 0) {
      return next.first + Math.min(column, next.emoji.length - 1)
    }
  }
  return place
}
