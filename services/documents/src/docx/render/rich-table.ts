import type { RichOp } from '../compile/program.ts'
import { MAX_RICH_COLUMNS } from '../rich/html-tables.ts'
import type { RichBlock, RichRow, RichTable } from '../rich/rich-text.ts'

/** A cell at its place in the grid; one that continues the cell above has no text of its own. */
export type PlacedCell = {
  readonly blocks: readonly RichBlock[]
  readonly columnSpan: number
  readonly start: (w: string, columnEmu: number) => string
}

type PlacedRow = {
  readonly cells: readonly PlacedCell[]
  readonly columns: number
  readonly start: (w: string) => string
  readonly end: (w: string) => string
}

/** A cell that reaches into the rows below, by the column that it begins in. */
type Reaching = { readonly columnSpan: number; rowsLeft: number }

/**
 * The rows of a table with every cell in its column, also those that a cell above reaches into; all rows are as wide.
 * What no column is left for comes behind the table.
 */
export function tableRows({ rows }: RichTable): {
  readonly rows: readonly PlacedRow[]
  readonly behind: readonly RichBlock[]
} {
  const reaching = new Map<number, Reaching>()
  const placed = rows.map((row) => ({ row, ...placeRow(row, reaching) }))
  const columns = Math.max(1, ...placed.map((one) => one.columns))
  const filled = placed.map(({ row, cells, columns: used }): PlacedRow => ({
    cells: used === columns ? cells : [...cells, placedCell([], columns - used, undefined)],
    columns,
    start: (w) => `<${w}tr>${row.isHeader ? `<${w}trPr><${w}tblHeader/></${w}trPr>` : ''}`,
    end: (w) => `</${w}tr>`,
  }))
  return { rows: filled, behind: placed.flatMap((one) => one.behind) }
}

function placeRow(
  row: RichRow,
  reaching: Map<number, Reaching>,
): Pick<PlacedRow, 'cells' | 'columns'> & { readonly behind: readonly RichBlock[] } {
  const cells: PlacedCell[] = []
  const behind: RichBlock[] = []
  let column = 0
  const continueCells = (): void => {
    for (let above = reaching.get(column); above !== undefined; above = reaching.get(column)) {
      cells.push(placedCell([], above.columnSpan, 'continue'))
      if (--above.rowsLeft === 0) reaching.delete(column)
      column += above.columnSpan
    }
  }
  for (const cell of row.cells) {
    continueCells()
    const free = freeColumns(reaching, column)
    if (free === 0) {
      behind.push(...cell.blocks)
      continue
    }
    const columnSpan = Math.min(cell.columnSpan, free)
    const merge = cell.rowSpan > 1 ? 'restart' : undefined
    if (merge !== undefined) reaching.set(column, { columnSpan, rowsLeft: cell.rowSpan - 1 })
    cells.push(placedCell(cell.blocks, columnSpan, merge))
    column += columnSpan
  }
  continueCells()
  // Cells above that reach into this row further right than it has cells.
  for (const start of [...reaching.keys()].toSorted((a, b) => a - b)) {
    if (start < column) continue
    if (start > column) cells.push(placedCell([], start - column, undefined))
    column = start
    continueCells()
  }
  return { cells, columns: column, behind }
}

function freeColumns(reaching: ReadonlyMap<number, Reaching>, column: number): number {
  const next = [...reaching.keys()].filter((start) => start > column)
  return Math.min(MAX_RICH_COLUMNS, ...next) - column
}

const EMU_PER_DXA = 635

function placedCell(
  blocks: readonly RichBlock[],
  columnSpan: number,
  merge: 'restart' | 'continue' | undefined,
): PlacedCell {
  return {
    blocks,
    columnSpan,
    start: (w, columnEmu) => {
      const width = Math.floor((columnEmu * columnSpan) / EMU_PER_DXA)
      const span = columnSpan === 1 ? '' : `<${w}gridSpan ${w}val="${columnSpan}"/>`
      const merged = merge === undefined ? '' : `<${w}vMerge ${w}val="${merge}"/>`
      return `<${w}tc><${w}tcPr><${w}tcW ${w}w="${width}" ${w}type="dxa"/>${span}${merged}</${w}tcPr>`
    },
  }
}

const SIDES = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']

/** The beginning of a table as wide as its place, in the template's style of tables with lines or with lines of its own. */
export function tableStart(
  { wordPrefix: w, styles }: RichOp,
  columns: number,
  columnEmu: number,
): string {
  const width = Math.floor(columnEmu / EMU_PER_DXA)
  const lines = SIDES.map(
    (side) => `<${w}${side} ${w}val="single" ${w}sz="4" ${w}space="0" ${w}color="auto"/>`,
  )
  const borders = `<${w}tblBorders>${lines.join('')}</${w}tblBorders>`
  const style = styles.table === undefined ? '' : `<${w}tblStyle ${w}val="${styles.table}"/>`
  return (
    `<${w}tbl><${w}tblPr>${style}<${w}tblW ${w}w="${width * columns}" ${w}type="dxa"/>${style === '' ? borders : ''}</${w}tblPr>` +
    `<${w}tblGrid>${`<${w}gridCol ${w}w="${width}"/>`.repeat(columns)}</${w}tblGrid>`
  )
}
