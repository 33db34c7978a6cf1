import { holds } from '../record/form/conditions.ts'
import { plainText } from '../values/plain-text.ts'
import type { LinesInput } from './action-description.ts'
import { isZero, pendingOf } from './pending.ts'

export type Line = Readonly<Record<string, unknown>>

/** What was typed, with the words of a reference. */
export interface Cell {
  readonly value: unknown
  readonly text: string | undefined
}

/** What was typed, by the key of the line and the column. */
export type Cells = Readonly<Record<string, Readonly<Record<string, Cell | undefined>>>>

/** Whether something of a line is still to come. */
export function isPending(
  line: Line,
  { columns, pending_if: condition }: Pick<LinesInput, 'columns' | 'pending_if'>,
): boolean {
  if (!holds(condition, (name) => line[name])) return false
  const amounts = columns.flatMap((column) => pendingOf(column, line) ?? [])
  return amounts.length === 0 || amounts.some((amount) => !isZero(amount))
}

/** One entry a line of which something comes; what was not typed is what was pending. */
export function entriesOf(
  pending: readonly Line[],
  { key, columns }: Pick<LinesInput, 'key' | 'columns'>,
  cells: Cells,
): readonly Line[] {
  return pending.flatMap((line) => {
    const own = cells[plainText(line[key])] ?? {}
    const values = columns.map((column) => {
      const { name } = column
      return { column, value: own[name]?.value ?? pendingOf(column, line) ?? null }
    })
    const isNothing = values.some(
      ({ column, value }) => column.default !== null && isZero(plainText(value)),
    )
    if (isNothing) return []
    const given = values.filter(({ value }) => value !== null && value !== '')
    return [
      {
        [key]: line[key],
        ...Object.fromEntries(given.map(({ column, value }) => [column.name, value])),
      },
    ]
  })
}
