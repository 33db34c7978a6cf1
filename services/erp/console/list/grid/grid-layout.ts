import { classes } from '@oficina/web/dom.ts'

import { textWidth } from '../../values/column-widths.ts'
import type { ListColumn } from '../list-columns.ts'

/** A column with what its cells look like; made once, so that rows compare by identity. */
export interface PlacedColumn extends ListColumn {
  /** How narrow it may become before the grid scrolls sideways. */
  readonly least: number
  readonly class: string
  readonly style: Readonly<Record<string, string>>
}

/** The width of the marks at the beginning of rows. */
const MARK_WIDTH = 40

export const MIN_WIDTH = 56
export const MAX_WIDTH = 900

export interface GridLayout {
  readonly columns: readonly PlacedColumn[]
  readonly minWidth: number
}

/**
 * Columns side by side. Texts and references share what is left of the width; what the person sized stays as it is.
 * @param widths by column, in pixels
 */
export function gridLayout(
  columns: readonly ListColumn[],
  widths: Readonly<Record<string, number>>,
): GridLayout {
  const main = columns.findIndex((column, index) => index > 0 && grows(column, widths))
  const placed = columns.map((column, index): PlacedColumn => {
    const width = widths[column.name] ?? proposedWidth(column)
    const isMain = index === main
    const least = grows(column, widths) ? Math.min(width, isMain ? LEAST_MAIN : LEAST_TEXT) : width
    const flex = isMain ? `${2 * width} ${width}` : `${width} ${3 * width}`
    return {
      ...column,
      width,
      least,
      class: classes(
        'cell',
        column.align !== 'left' && `at-${column.align}`,
        index === 0 && 'key',
        isSoft(columns, index) && 'soft',
      ),
      style: grows(column, widths)
        ? { flex: `${flex} ${width}px`, minWidth: `${least}px` }
        : { flex: `0 0 ${width}px` },
    }
  })
  const minWidth = placed.reduce((sum, { least }) => sum + least, MARK_WIDTH)
  return { columns: placed, minWidth }
}

/** Texts and references take more room where there is some, and give of it where there is none. */
function grows(
  { name, type, field }: ListColumn,
  widths: Readonly<Record<string, number>>,
): boolean {
  const isLong = field.length === null || field.length > MAX_KEY_LENGTH
  return widths[name] === undefined && (type === 'reference' || (type === 'text' && isLong))
}

/** The first day and the first reference say what a record is about; further ones are shown more quietly. */
function isSoft(columns: readonly ListColumn[], index: number): boolean {
  const kind = quietKind(columns[index])
  return kind !== undefined && columns.slice(0, index).some((column) => quietKind(column) === kind)
}

function quietKind(column: ListColumn | undefined): 'reference' | 'day' | undefined {
  if (column?.type === 'reference') return 'reference'
  return column?.type === 'date' || column?.type === 'instant' ? 'day' : undefined
}

// The dictionary proposes for the longest text that fits; most are shorter, and every column can be sized.
const MAX_PROPOSED = 240
// A text that has less room than this tells nothing.
const LEAST_TEXT = 104
// What a record is about, such as the other party: the first text or reference beside the key.
const LEAST_MAIN = 200
const MAX_KEY_LENGTH = 13
const PADDING = 22
// The mark and the padding of a pill, and of its cell.
const PILL = 50

function proposedWidth({ width, label, field, choices }: ListColumn): number {
  const forPill = Math.max(
    0,
    ...(choices ?? []).map((choice) => PILL + textWidth(choice.label.length, 'title')),
  )
  const forTitle = Math.min(PADDING + 18 + textWidth(label.length, 'title'), 150)
  const forKey =
    field.length === null ? 0 : PADDING + textWidth(Math.min(field.length, MAX_KEY_LENGTH), 'key')
  return Math.min(MAX_PROPOSED, Math.max(width, forTitle, forKey, forPill))
}
