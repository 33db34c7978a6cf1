import { useState } from 'preact/hooks'

import { moved, type GridPlace } from './grid-keys.ts'
import type { GridProps } from './grid-props.ts'
import { revealColumn, revealRow } from './grid-scroll.ts'

/** Where the keyboard is in a grid, and what keys and clicks do there. */
export interface GridMoves {
  readonly active: GridPlace | undefined
  /** Whether the cell of the keyboard shows its input. */
  readonly isEdited: boolean
  readonly close: (columnsFurther?: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onClick: (event: MouseEvent) => void
  readonly onDblClick: (event: MouseEvent) => void
}

interface Around {
  readonly scroller: { readonly current: HTMLElement | null }
  /** How many rows there are, and the first one that is rendered. */
  readonly total: number
  readonly first: number
}

export function useGridMoves(props: GridProps, { scroller, total, first }: Around): GridMoves {
  const { layout, records, rowHeight } = props
  const [active, setActive] = useState<GridPlace | undefined>(undefined)
  const [isEdited, setEdited] = useState(false)
  const edit = (place: GridPlace): void => {
    setActive(place)
    setEdited(true)
  }
  const goTo = (place: GridPlace): void => {
    setActive(place)
    setEdited(false)
    revealRow(scroller, place.row, props)
    revealColumn(scroller, layout, place.column)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current) return
    const at = active ?? { row: first, column: 0 }
    const isControl = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const next = moved(
      active ?? { row: at.row - (event.key === 'ArrowDown' ? 1 : 0), column: 0 },
      { key: event.key, isControl },
      { rows: total, columns: layout.columns.length, page },
    )
    if (next === undefined) {
      if (!actOn(event, props, { at, edit })) return
    } else {
      if (event.shiftKey && next.row !== at.row) props.onMark(next.row, { withRange: true })
      goTo(next)
    }
    event.preventDefault()
  }
  const onClick = (event: MouseEvent): void => {
    const place = placeOf(event.target)
    if (place === undefined || !(event.target instanceof Element)) return
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
    const record = records.pages.row(place.row)
    if (event.shiftKey) props.onMark(place.row, { withRange: true })
    else if (record !== undefined && !props.isEditing && isPlain(event)) {
      props.onOpen(record, place.row)
    }
  }
  return {
    active,
    isEdited,
    close: (columnsFurther = 0) => {
      setEdited(columnsFurther !== 0)
      scroller.current?.focus()
      const last = layout.columns.length - 1
      setActive(
        (before) => before && { ...before, column: within(before.column + columnsFurther, last) },
      )
    },
    onKeyDown,
    onClick,
    onDblClick: (event) => {
      const place = placeOf(event.target)
      if (props.isEditing && place !== undefined && place.column >= 0) edit(place)
    },
  }
}

/** @returns whether the key does something where it is */
function actOn(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  props: GridProps,
  { at, edit }: { readonly at: GridPlace; readonly edit: (place: GridPlace) => void },
): boolean {
  const record = props.records.pages.row(at.row)
  if (key === ' ') props.onMark(at.row, { withRange: shiftKey })
  else if (key.toLowerCase() === 'a' && (ctrlKey || metaKey)) props.onMarkAll(true)
  else if (key === 'Escape') props.onMarkAll(false)
  else if (record === undefined) return false
  else if (key === 'F2' || (key === 'Enter' && props.isEditing)) edit(at)
  else if (key === 'Enter') props.onOpen(record, at.row)
  else return false
  return true
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, value))
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
