import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { classes, newId } from '@oficina/web/dom.ts'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import type { Values } from '../values/shown-value.ts'
import { GridHead, type GridHeadProps } from './grid-head.tsx'
import type { GridPlace } from './grid-keys.ts'
import type { GridLayout } from './grid-layout.ts'
import { GridRows } from './grid-rows.tsx'
import { useFirstOffset, useScrollRest } from './grid-scroll.ts'
import type { Selection } from './selection.ts'
import { useGridMoves } from './use-grid-moves.ts'
import type { ShownRecords } from './use-records.ts'

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

/** Rows shown while nobody knows how many there are. */
const LOADING_ROWS = 20

/**
 * A grid over any number of records, in rows that are used again as they scroll. It has the keyboard as one: arrows move
 * between cells, Enter opens the record, F2 edits the cell, Space marks the row.
 */
export function Grid(props: GridProps) {
  const { label, layout, records, rowHeight, firstOffset, foot, isMarkable, isCards } = props
  const { pages } = records
  const total = pages.total ?? Math.ceil(firstOffset / rowHeight) + LOADING_ROWS
  const scroller = useRef<HTMLDivElement>(null)
  const id = useRef(newId('grid')).current
  const { rows } = useVirtualRows(scroller, { count: total, rowHeight, firstOffset })
  useFirstOffset(scroller, firstOffset, props.question)
  const first = rows[0]?.index ?? 0
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => pages.want(first, last))
  const moves = useGridMoves(props, { scroller, total, first })
  const { scrolled, tell } = useScrollRest(scroller, props.onScrolled)
  return (
    <div
      ref={scroller}
      class={classes('grid', records.isChanging && 'changing', isCards && 'cards')}
      style={isCards ? {} : { '--row': `${rowHeight}px` }}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={layout.columns.length + (isMarkable ? 1 : 0)}
      aria-multiselectable={isMarkable}
      aria-busy={pages.total === undefined || records.isChanging}
      aria-activedescendant={moves.active && cellId(id, moves.active, rows)}
      onKeyDown={moves.onKeyDown}
      onClick={moves.onClick}
      onDblClick={moves.onDblClick}
      onKeyDownCapture={tell}
      onClickCapture={tell}
      onScroll={scrolled}
      onPointerOver={tellCut}
    >
      <div class="grid-inner" style={{ minWidth: isCards ? '0' : `${layout.minWidth}px` }}>
        {!isCards && (
          <div role="rowgroup" class="grid-head">
            <GridHead {...props} columns={layout.columns} />
          </div>
        )}
        <div role="rowgroup" class="grid-body" style={{ height: `${total * rowHeight}px` }}>
          <GridRows grid={props} id={id} rows={rows} moves={moves} />
        </div>
        {foot !== undefined && (
          <div role="rowgroup" class="grid-foot">
            {foot}
          </div>
        )}
      </div>
    </div>
  )
}

/** A text that is cut is told whole where the pointer rests. */
function tellCut({ target }: MouseEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  if (cell === null) return
  const isCut = cell.scrollWidth > cell.clientWidth
  if (isCut) cell.title = cell.textContent ?? ''
  else cell.removeAttribute('title')
}

/** The id of a cell that is rendered. */
function cellId(
  id: string,
  { row, column }: GridPlace,
  rows: readonly { readonly index: number; readonly slot: number }[],
): string | undefined {
  const slot = rows.find(({ index }) => index === row)?.slot
  return slot === undefined ? undefined : `${id}-r${slot}-${column === -1 ? 'm' : column}`
}
