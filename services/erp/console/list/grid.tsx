import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { classes, newId } from '@oficina/web/dom.ts'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import type { Values } from '../values/shown-value.ts'
import { GridHead, type GridHeadProps } from './grid-head.tsx'
import { moved, type GridPlace } from './grid-keys.ts'
import type { GridLayout } from './grid-layout.ts'
import { GridRow, type GridRowProps } from './grid-row.tsx'
import { isSelected, type Selection } from './selection.ts'
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

const TITLES_HEIGHT = 33

/**
 * A grid over any number of records, in rows that are used again as they scroll. It has the keyboard as one: arrows move
 * between cells, Enter opens the record, F2 edits the cell, Space marks the row.
 */
export function Grid(props: GridProps) {
  const { label, layout, records, rowHeight, firstOffset, selection, foot } = props
  const { pages } = records
  const total = pages.total ?? Math.ceil(firstOffset / rowHeight) + LOADING_ROWS
  const scroller = useRef<HTMLDivElement>(null)
  const id = useRef(newId('grid')).current
  const [active, setActive] = useState<GridPlace | undefined>(undefined)
  const [isEdited, setEdited] = useState(false)
  const rows = useVirtualRows(scroller, { count: total, rowHeight, firstOffset })
  useFirstOffset(scroller, firstOffset, props.question)
  const first = rows.rows[0]?.index ?? 0
  const last = rows.rows.at(-1)?.index ?? 0
  useEffect(() => pages.want(first, last))

  const reveal = (row: number): void => {
    const element = scroller.current
    if (element === null) return
    const area = element.clientHeight - TITLES_HEIGHT - props.footRows * rowHeight
    const top = row * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowHeight > element.scrollTop + area) element.scrollTop = top + rowHeight - area
  }
  const goTo = (place: GridPlace): void => {
    setActive(place)
    reveal(place.row)
    revealColumn(scroller.current, layout, place.column)
  }
  const close = (columnsFurther = 0): void => {
    setEdited(columnsFurther !== 0)
    scroller.current?.focus()
    if (active !== undefined && columnsFurther !== 0) {
      const column = Math.max(
        0,
        Math.min(layout.columns.length - 1, active.column + columnsFurther),
      )
      setActive({ row: active.row, column })
    }
  }
  const { scrolled, tell } = useScrollRest(scroller, props.onScrolled)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current) return
    const at = active ?? { row: first, column: 0 }
    const record = pages.row(at.row)
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const next = moved(
      active ?? { row: at.row - (event.key === 'ArrowDown' ? 1 : 0), column: 0 },
      { key: event.key, isControl: event.ctrlKey || event.metaKey },
      { rows: total, columns: layout.columns.length, page },
    )
    if (next !== undefined) {
      event.preventDefault()
      if (event.shiftKey && next.row !== at.row) props.onMark(next.row, { withRange: true })
      goTo(next)
    } else if (event.key === ' ') {
      event.preventDefault()
      props.onMark(at.row, { withRange: event.shiftKey })
    } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      props.onMarkAll(true)
    } else if (event.key === 'Escape') {
      props.onMarkAll(false)
    } else if (
      record !== undefined &&
      (event.key === 'F2' || (event.key === 'Enter' && props.isEditing))
    ) {
      event.preventDefault()
      setActive(at)
      setEdited(true)
    } else if (record !== undefined && event.key === 'Enter') {
      event.preventDefault()
      props.onOpen(record, at.row)
    }
  }
  const onClick = (event: MouseEvent): void => {
    const place = placeOf(event.target)
    if (place === undefined || !(event.target instanceof Element)) return
    const record = pages.row(place.row)
    if (place.column === -1) {
      setActive(place)
      scroller.current?.focus()
      props.onMark(place.row, { withRange: event.shiftKey })
      return
    }
    if (event.target.closest('a, input, select, textarea, button') !== null) return
    setActive(place)
    if (event.target.closest('.editing') !== null) return
    setEdited(false)
    if (event.shiftKey) props.onMark(place.row, { withRange: true })
    else if (record !== undefined && !props.isEditing && isPlain(event))
      props.onOpen(record, place.row)
  }
  const onDblClick = (event: MouseEvent): void => {
    const place = placeOf(event.target)
    if (!props.isEditing || place === undefined || place.column < 0) return
    setActive(place)
    setEdited(true)
  }

  const cache = useRowCache([layout, selection, records.version, props.isEditing])
  const isActiveShown = active !== undefined && active.row >= first && active.row <= last
  return (
    <div
      ref={scroller}
      class={classes(
        'grid',
        records.isChanging && 'changing',
        !props.isMarkable && 'plain',
        props.isCards && 'cards',
      )}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={layout.columns.length + (props.isMarkable ? 1 : 0)}
      aria-multiselectable={props.isMarkable}
      aria-busy={pages.total === undefined || records.isChanging}
      aria-activedescendant={isActiveShown ? cellId(id, active, rows.rows) : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDblClick={onDblClick}
      onKeyDownCapture={tell}
      onClickCapture={tell}
      onScroll={scrolled}
    >
      <div class="grid-inner" style={{ minWidth: props.isCards ? '0' : `${layout.minWidth}px` }}>
        {!props.isCards && (
          <div role="rowgroup" class="grid-head">
            <GridHead {...props} columns={layout.columns} />
          </div>
        )}
        <div role="rowgroup" class="grid-body" style={{ height: `${total * rowHeight}px` }}>
          {rows.rows.map(({ index, top, slot }) => {
            const record = pages.row(index)
            const activeColumn = active?.row === index ? active.column : undefined
            const isOpen = isEdited && activeColumn !== undefined && record !== undefined
            const row: GridRowProps = {
              id: `${id}-r${slot}`,
              index,
              top,
              columns: layout.columns,
              record,
              to: record === undefined ? '' : props.linkOf(record, index),
              isMarkable: props.isMarkable,
              isSelected: record !== undefined && isSelected(selection, Number(record['id'])),
              activeColumn,
              editor: isOpen ? props.editorOf({ record, column: activeColumn, close }) : undefined,
            }
            return cache(slot, row)
          })}
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

/** Rows shown while nobody knows how many there are. */
const LOADING_ROWS = 20

/** A row that shows what it showed is the same element again, which Preact does not look into. */
function useRowCache(inputs: readonly unknown[]): (slot: number, row: GridRowProps) => VNode {
  const kept = useRef(new Map<number, { readonly row: GridRowProps; readonly element: VNode }>())
  const made = useRef(inputs)
  if (inputs.some((input, at) => input !== made.current[at])) {
    kept.current.clear()
    made.current = inputs
  }
  return (slot, row) => {
    const found = kept.current.get(slot)
    const isSame =
      found !== undefined &&
      row.editor === undefined &&
      found.row.editor === undefined &&
      found.row.index === row.index &&
      found.row.record === row.record &&
      found.row.activeColumn === row.activeColumn
    if (isSame) return found.element
    const element = <GridRow key={slot} {...row} />
    kept.current.set(slot, { row, element })
    return element
  }
}

const SCROLL_REST_MS = 150

/** Tells where the scrolling came to rest, and before a key or a click may leave the page. */
function useScrollRest(
  scroller: { readonly current: HTMLElement | null },
  onRest: (offset: number) => void,
): { readonly scrolled: () => void; readonly tell: () => void } {
  const state = useRef<{ told: number; timer?: ReturnType<typeof setTimeout> }>({ told: 0 }).current
  const tell = (): void => {
    clearTimeout(state.timer)
    const offset = scroller.current?.scrollTop ?? 0
    if (offset === state.told) return
    state.told = offset
    onRest(offset)
  }
  useEffect(() => () => clearTimeout(state.timer), [])
  return {
    tell,
    scrolled: () => {
      clearTimeout(state.timer)
      state.timer = setTimeout(tell, SCROLL_REST_MS)
    },
  }
}

/** Who comes back finds the list where it was; another question begins at the top. */
function useFirstOffset(
  scroller: { readonly current: HTMLElement | null },
  offset: number,
  question: string,
): void {
  const first = useRef(question)
  useLayoutEffect(() => {
    if (scroller.current === null) return
    if (first.current !== question) scroller.current.scrollTop = 0
    else if (offset > 0) scroller.current.scrollTop = offset
    first.current = question
  }, [question])
}

function cellId(
  id: string,
  { row, column }: GridPlace,
  rows: readonly { readonly index: number; readonly slot: number }[],
): string | undefined {
  const slot = rows.find(({ index }) => index === row)?.slot
  return slot === undefined ? undefined : `${id}-r${slot}-${column === -1 ? 'm' : column}`
}

function placeOf(target: EventTarget | null): GridPlace | undefined {
  if (!(target instanceof Element)) return undefined
  const row = target.closest('[data-row]')?.getAttribute('data-row')
  if (row === null || row === undefined) return undefined
  const column = target.closest('[data-column]')?.getAttribute('data-column')
  if (column !== null && column !== undefined) return { row: Number(row), column: Number(column) }
  return target.closest('.mark') === null ? undefined : { row: Number(row), column: -1 }
}

/** A click that asks for nothing but this; text that was just selected is for copying. */
function isPlain({ button, ctrlKey, metaKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !altKey && getSelection()?.isCollapsed !== false
}

function revealColumn(scroller: HTMLElement | null, layout: GridLayout, column: number): void {
  if (scroller === null || scroller.scrollWidth <= scroller.clientWidth) return
  const widths = layout.columns.slice(0, Math.max(0, column)).map(({ width }) => width)
  const left = widths.reduce((sum, width) => sum + width, 0)
  const width = layout.columns[column]?.width ?? 0
  const seen = scroller.clientWidth - width - 48
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (left > scroller.scrollLeft + seen) scroller.scrollLeft = left - seen
}
