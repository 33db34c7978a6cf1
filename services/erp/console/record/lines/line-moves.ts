/** Where the cursor is in a grid of lines. */
export interface ActiveCell {
  readonly key: string
  readonly field: string
  /** The cell has the focus, or is to get it; else it is only where Tab comes back to. */
  readonly isEntered: boolean
}

export type GridAct = 'add' | 'open' | 'remove' | 'duplicate' | 'up' | 'down'

/** A step from cell to cell; `down` and `up` stay in the column, `next` and `back` go through what can be typed. */
export type Step = 'up' | 'down' | 'left' | 'right' | 'next' | 'back' | 'page-up' | 'page-down'

const PAGE_ROWS = 10

export interface GridShape {
  readonly keys: readonly string[]
  readonly fields: readonly string[]
  /** Those that can be typed. */
  readonly typed: ReadonlySet<string>
  /** Whether `next` stops at a cell; where it is left out, at all that can be typed. */
  readonly isStop?: (key: string, field: string) => boolean
}

/** The cell that a step leads to; undefined at the edge of the grid. */
export function stepFrom(
  { key, field }: Pick<ActiveCell, 'key' | 'field'>,
  step: Step,
  shape: GridShape,
): { readonly key: string; readonly field: string } | undefined {
  const { keys, fields } = shape
  const row = keys.indexOf(key)
  const column = fields.indexOf(field)
  const at = (toRow: number, toColumn: number) => {
    const toKey = keys[toRow]
    const toField = fields[toColumn]
    return toKey === undefined || toField === undefined ? undefined : { key: toKey, field: toField }
  }
  switch (step) {
    case 'up':
      return at(row - 1, column)
    case 'down':
      return at(row + 1, column)
    case 'page-up':
      return at(Math.max(0, row - PAGE_ROWS), column)
    case 'page-down':
      return at(Math.min(keys.length - 1, row + PAGE_ROWS), column)
    case 'left':
      return at(row, column - 1)
    case 'right':
      return at(row, column + 1)
    case 'next':
    case 'back':
      return typedStep({ row, column }, step === 'next' ? 1 : -1, shape)
  }
}

function typedStep(
  from: { readonly row: number; readonly column: number },
  by: 1 | -1,
  { keys, fields, typed, isStop }: GridShape,
): { readonly key: string; readonly field: string } | undefined {
  let { row, column } = from
  // Each turn is one cell further; there are only so many.
  for (let left = keys.length * fields.length; left > 0; left -= 1) {
    column += by
    if (column < 0 || column >= fields.length) {
      row += by
      column = by > 0 ? 0 : fields.length - 1
    }
    const key = keys[row]
    const field = fields[column]
    if (key === undefined || field === undefined) return undefined
    const stops = by > 0 && isStop !== undefined ? isStop(key, field) : true
    if (typed.has(field) && stops) return { key, field }
  }
  return undefined
}

export function gridShape<T extends { readonly name: string }>(
  columns: readonly T[],
  keys: readonly string[],
  isTyped: (column: T) => boolean,
): GridShape {
  return {
    keys,
    fields: columns.map(({ name }) => name),
    typed: new Set(columns.filter(isTyped).map(({ name }) => name)),
  }
}

/** Where a new line begins. */
export function firstTyped<T extends { readonly name: string }>(
  columns: readonly T[],
  isTyped: (column: T) => boolean,
): string {
  return columns.find(isTyped)?.name ?? columns[0]?.name ?? ''
}

/** What a key means in a grid; `isFree`: the input under the cursor has no use for arrows of its own. */
export function stepOfKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  caret: { readonly isAtStart: boolean; readonly isAtEnd: boolean; readonly isFree: boolean },
): Step | undefined {
  if (key === 'Tab') return shiftKey ? 'back' : 'next'
  if (key === 'PageUp') return 'page-up'
  if (key === 'PageDown') return 'page-down'
  if (key === 'ArrowUp' && caret.isFree) return 'up'
  if (key === 'ArrowDown' && caret.isFree) return 'down'
  if (key === 'ArrowLeft' && caret.isAtStart) return 'left'
  if (key === 'ArrowRight' && caret.isAtEnd) return 'right'
  return undefined
}
