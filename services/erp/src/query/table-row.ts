import type { JsonNumber } from './json-number.ts'

/** A cell as its file holds it: CSV has texts only, a worksheet also numbers and booleans; null is an empty one. */
export type Cell = string | boolean | JsonNumber | null

/** A row of a table; `number` counts as a spreadsheet does, so the first row of the file is 1. */
export interface TableRow {
  readonly number: number
  readonly cells: readonly Cell[]
}

export function isEmptyRow({ cells }: TableRow): boolean {
  return cells.every((cell) => cell === null || cell === '')
}
