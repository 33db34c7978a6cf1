import type { VNode } from 'preact'
import { useRef } from 'preact/hooks'
import { language } from '@oficina/web/language.ts'
import type { VirtualRow } from '@oficina/web/virtual-rows.ts'

import type { GridProps } from './grid-props.ts'
import { GridRow, type GridRowProps } from './grid-row.tsx'
import { isSelected } from './selection.ts'
import { useColumnDecimals } from './use-column-decimals.ts'
import type { GridMoves } from './use-grid-moves.ts'

export interface GridRowsProps {
  readonly grid: GridProps
  readonly id: string
  readonly rows: readonly VirtualRow[]
  readonly moves: GridMoves
}

/** The rows that are seen, and a few around them. */
export function GridRows({ grid, id, rows, moves }: GridRowsProps) {
  const { records, layout, selection, isMarkable, isEditing } = grid
  const { active, isEdited, close } = moves
  const columns = useColumnDecimals(
    layout.columns,
    rows.map(({ index }) => records.pages.row(index)),
  )
  const cache = useRowCache([columns, selection, records.version, isEditing, language.value])
  return (
    <>
      {rows.map(({ index, top, slot }) => {
        const record = records.pages.row(index)
        const activeColumn = active?.row === index ? active.column : undefined
        const isOpen = isEdited && activeColumn !== undefined && record !== undefined
        return cache(slot, {
          id: `${id}-r${slot}`,
          index,
          top,
          columns,
          record,
          to: record === undefined ? '' : grid.linkOf(record, index),
          isMarkable,
          isSelected: record !== undefined && isSelected(selection, Number(record['id'])),
          activeColumn,
          editor: isOpen ? grid.editorOf({ record, column: activeColumn, close }) : undefined,
        })
      })}
    </>
  )
}

/** A row that shows what it showed is the same element again, which Preact does not look into. */
function useRowCache(inputs: readonly unknown[]): (slot: number, row: GridRowProps) => VNode {
  const kept = useRef<RowCache>({ inputs, rows: new Map() }).current
  if (inputs.some((input, at) => input !== kept.inputs[at])) {
    kept.rows.clear()
    kept.inputs = inputs
  }
  return (slot, row) => {
    const found = kept.rows.get(slot)
    const isSame =
      found !== undefined &&
      row.editor === undefined &&
      found.row.editor === undefined &&
      found.row.index === row.index &&
      found.row.record === row.record &&
      found.row.to === row.to &&
      found.row.activeColumn === row.activeColumn
    if (isSame) return found.element
    const element = <GridRow key={slot} {...row} />
    kept.rows.set(slot, { row, element })
    return element
  }
}

interface RowCache {
  inputs: readonly unknown[]
  readonly rows: Map<number, { readonly row: GridRowProps; readonly element: VNode }>
}
