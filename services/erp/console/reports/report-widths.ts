import { textWidth } from '../values/column-widths.ts'
import { textOf } from './report-catalog.ts'
import type { ReportColumn } from './report-declaration.ts'
import type { Line } from './report-lines.ts'
import { cellText, isNumber } from './report-values.ts'

// Around a value, in pixels.
const ROOM = 26
const INDENT = 18
const NARROWEST = 64
const WIDEST = 340
// Longer names are cut, and told on hover.
const WIDEST_HEAD = 130
// Texts are cut rather than pushing figures out of a narrow page.
const LEAST_TEXT = 150
// A longer report has no wider values further down, as a rule; where it has, they are cut and told on hover.
const LOOKED_AT = 400

/**
 * The columns of a grid that all lines share: figures as wide as they are, texts take what is left.
 * @param scale of the font, 1 on the screen
 */
export function columnTemplate(
  columns: readonly ReportColumn[],
  lines: readonly Line[],
  scale: number,
): { readonly template: string; readonly minWidth: number } {
  const sizes = columns.map((column, index) => {
    const width = Math.round(widthOf(column, lines, index === 0 ? 'first' : 'later') * scale)
    const isFixed = isNumber(column.type) || column.type === 'date' || column.type === 'instant'
    return { width, least: isFixed ? width : Math.min(width, LEAST_TEXT * scale), isFixed }
  })
  const template = sizes
    .map(({ width, least, isFixed }) => (isFixed ? `${width}px` : `minmax(${least}px, ${width}fr)`))
    .join(' ')
  return { template, minWidth: sizes.reduce((sum, { least }) => sum + least, 0) }
}

/** The first column of a tree is indented. */
type Place = 'first' | 'later'

function widthOf(column: ReportColumn, lines: readonly Line[], place: Place): number {
  const longest = lines
    .slice(0, LOOKED_AT)
    .reduce((most, line) => Math.max(most, lineWidth(column, line, place)), 0)
  const head = Math.min(textWidth(textOf(column.label).length, 'strong'), WIDEST_HEAD)
  const width = Math.max(head, longest) + ROOM
  return Math.round(Math.min(Math.max(width, NARROWEST), WIDEST))
}

function lineWidth(column: ReportColumn, line: Line, place: Place): number {
  if (line.kind === 'group') return textWidth(line.sums[column.name]?.length ?? 0, 'sum')
  const indent = place === 'first' && line.level + (line.isOpen === undefined ? 0 : 1) > 1
  const kind = line.isOpen === undefined ? 'text' : 'strong'
  return textWidth(cellText(column, line.row).length, kind) + (indent ? line.level * INDENT : 0)
}
