import type { ComponentChildren } from 'preact'

import type { Values } from '../../values/shown-value.ts'
import type { ShownRecords } from '../use-records.ts'
import type { GridHeadProps } from './grid-head.tsx'
import type { GridLayout } from './grid-layout.ts'
import type { Selection } from './selection.ts'

export interface GridProps extends Omit<GridHeadProps, 'columns' | 'marked'> {
  readonly label: string
  readonly layout: GridLayout
  readonly records: ShownRecords
  readonly rowHeight: number
  /** What is shown; another question begins at the top. */
  readonly question: string
  /** How far down it begins, in pixels. */
  readonly firstOffset: number
  readonly onScrolled: (offset: number) => void
  readonly selection: Selection
  readonly marked: boolean | undefined
  /** A row was marked or unmarked, with Shift together with those since the last one. */
  readonly onMark: (row: number, options: { readonly withRange: boolean }) => void
  readonly linkOf: (record: Values, row: number) => string
  readonly onOpen: (record: Values, row: number) => void
  /** Renders the input for a cell that can be changed; undefined where it cannot. */
  readonly editorOf: (cell: EditedCell) => ComponentChildren
  /** Rows stand as cards, without titles. */
  readonly isCards: boolean
  /** Whether a click chooses a cell to be edited, instead of opening the record. */
  readonly isEditing: boolean
  /** The sums below the columns, so many rows. */
  readonly foot?: ComponentChildren
  readonly footRows: number
}

export interface EditedCell {
  readonly record: Values
  readonly column: number
  /** Ends it; the keyboard goes on in the cell that is so many further. */
  readonly close: (columnsFurther?: number) => void
}
