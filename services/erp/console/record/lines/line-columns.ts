import { readStored, writeStored } from '@oficina/web/stored.ts'

import type { Column } from '../../metadata/model-metadata.ts'
import { isDecimalType, isNumeric } from '../../values/column-kinds.ts'
import { textWidth, usualWidth, type ColumnWidth } from '../../values/column-widths.ts'
import { shownText } from '../../values/shown-value.ts'
import { isHidden, isOrGiven, type LineShape } from '../form/record-shape.ts'
import { valueOf, type RecordNode } from '../record-node.ts'
import type { LinesPlace } from './line-edits.ts'

/** All columns that a grid of lines can show: not the head, not the number of the line, nothing that is long data. */
export function possibleColumns({ shape, headFields, order }: LineShape): readonly Column[] {
  const platform = new Set(['id', ...shape.meta.columns.slice(-PLATFORM_COLUMNS).map(nameOf)])
  return shape.meta.columns.filter(
    ({ name, type }) =>
      !headFields.has(name) &&
      name !== order &&
      !platform.has(name) &&
      type !== 'json' &&
      type !== 'secret' &&
      !isHidden(shape, name),
  )
}

// When it was made and changed, and its version: metadata has them last.
const PLATFORM_COLUMNS = 3

// What fits beside a record's surroundings on a laptop's screen.
const USUAL_WIDTH = 740
const NUMBER_WIDTH = 36

/**
 * The columns that a grid of lines begins with: what its model's list shows, what has to be typed, what is reckoned; then
 * taxes, discounts and the like where there are any, as long as all of it fits.
 */
function usualColumns(line: LineShape, lines: readonly RecordNode[]): readonly Column[] {
  const { admin, capture } = line.shape.meta
  const possible = possibleColumns(line)
  const isMain = (column: Column): boolean =>
    capture.entry?.includes(column.name) === true ||
    (column.required && column.filled_by === null) ||
    (column.computed !== null && !isOrGiven(column)) ||
    admin.list_display.includes(column.name)
  const main = possible.filter(isMain)
  const counted = possible.filter(
    (column) =>
      !main.includes(column) &&
      isDecimalType(column.type) &&
      lines.some((one) => isSomething(valueOf(one, column.name))),
  )
  const room = { left: USUAL_WIDTH - NUMBER_WIDTH - widthOfAll(main, lines) }
  const fitting = counted.toSorted(byComputed).filter((column) => {
    room.left -= widthOf(column, lines).least
    return room.left >= 0
  })
  return possible.filter((column) => main.includes(column) || fitting.includes(column))
}

/** What the lines' own lines make, such as taxes, before what is only counted. */
function byComputed(one: Column, other: Column): number {
  return Number(other.computed !== null) - Number(one.computed !== null)
}

function widthOfAll(columns: readonly Column[], lines: readonly RecordNode[]): number {
  return widthsOf(columns, lines).reduce((sum, { least }) => sum + least, 0)
}

function isSomething(value: unknown): boolean {
  return value !== null && value !== undefined && !/^-?0*(?:\.0*)?$/.test(String(value))
}

/** The columns that the lines are shown with: those chosen, else the usual ones, and any in which something is wrong. */
export function shownColumns(
  { state, path, line }: LinesPlace,
  lines: readonly RecordNode[],
  chosen: readonly string[] | undefined,
): readonly Column[] {
  const possible = possibleColumns(line)
  const found = possible.filter(({ name }) => chosen?.includes(name) === true)
  const columns = found.length > 0 ? found : usualColumns(line, lines)
  const wrong = new Set(
    state.problems.value.fields
      .filter((problem) => problem.path.length === path.length + 1)
      .filter((problem) => problem.path.at(-1)?.[0] === line.name)
      .map(({ field }) => field),
  )
  if (wrong.size === 0) return columns
  return possible.filter((column) => wrong.has(column.name) || columns.includes(column))
}

/** The columns that the person chose for the lines of a model, or undefined; kept in the browser. */
export function chosenColumns(model: string): readonly string[] | undefined {
  const stored = readStored(keyOf(model))
  return stored === undefined ? undefined : stored.split(',')
}

/** Undefined goes back to the usual ones. */
export function keepColumns(model: string, names: readonly string[] | undefined): void {
  writeStored(keyOf(model), names?.join(','))
}

function keyOf(model: string): string {
  return `oficina.erp.lines.${model}`
}

/**
 * How wide columns are at least, in pixels, and how much each takes of what is left. Numbers are never cut: where they do
 * not all fit, the grid scrolls sideways.
 */
export function widthsOf(
  columns: readonly Column[],
  lines: readonly RecordNode[],
): readonly ColumnWidth[] {
  // What a line is of stands first, and has the most to say.
  return columns.map((column, index) => {
    const own = widthOf(column, lines)
    return index === 0 && own.share > 1 ? { least: 130, share: 2 } : own
  })
}

function widthOf(column: Column, lines: readonly RecordNode[]): ColumnWidth {
  const usual = usualWidth(column)
  if (!isNumeric(column)) return usual
  return {
    ...usual,
    least: lines.reduce((least, line) => Math.max(least, valueWidth(column, line)), usual.least),
  }
}

// Of a cell.
const PADDING = 18

function valueWidth(column: Column, line: RecordNode): number {
  const value = valueOf(line, column.name)
  if (value === null || value === undefined || value === '') return 0
  const { length } = shownText(column, { [column.name]: value })
  return PADDING + Math.ceil(textWidth(length, 'digits'))
}

function nameOf({ name }: Column): string {
  return name
}
