import { useEffect, useRef } from 'preact/hooks'
import { classes, newId } from '@oficina/web/dom.ts'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { GridHead } from './grid-head.tsx'
import type { GridPlace } from './grid-keys.ts'
import type { GridProps } from './grid-props.ts'
import { GridRows } from './grid-rows.tsx'
import { useFirstOffset, useScrollRest } from './grid-scroll.ts'
import { useGridMoves } from './use-grid-moves.ts'

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
