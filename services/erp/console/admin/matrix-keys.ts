const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Arrows move the focus from toggle to toggle, over rows that have none in that column. */
export function moveInMatrix(event: KeyboardEvent): void {
  const step = STEPS[event.key]
  const { target, currentTarget } = event
  if (step === undefined || !(target instanceof HTMLElement)) return
  const cell = target.closest('td, th')
  const row = cell?.closest('tr') ?? null
  if (!(currentTarget instanceof HTMLTableElement) || row === null) return
  if (!(cell instanceof HTMLTableCellElement)) return
  const next = found(currentTarget, { row: row.rowIndex, column: cell.cellIndex }, step)
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function found(
  table: HTMLTableElement,
  { row, column }: { readonly row: number; readonly column: number },
  [rows, columns]: readonly [number, number],
): HTMLElement | undefined {
  for (
    let at = row + rows, across = column + columns;
    at >= 0 &&
    at < table.rows.length &&
    across >= 0 &&
    across < (table.rows[row]?.cells.length ?? 0);
    at += rows, across += columns
  ) {
    const button = table.rows[at]?.cells[across]?.querySelector('button')
    if (button instanceof HTMLElement) return button
  }
  return undefined
}
