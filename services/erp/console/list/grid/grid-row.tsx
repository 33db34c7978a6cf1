import { classes } from '@oficina/web/dom.ts'
import { Link } from '@oficina/web/link.tsx'

import { ShowValue } from '../../values/show-value.tsx'
import { shownText, type Values } from '../../values/shown-value.ts'
import { words } from '../../words/list.ts'
import type { PlacedColumn } from './grid-layout.ts'

export interface GridRowProps {
  readonly id: string
  readonly index: number
  readonly top: number
  readonly columns: readonly PlacedColumn[]
  /** Undefined while it is not loaded. */
  readonly record: Values | undefined
  readonly to: string
  readonly isMarkable: boolean
  readonly isSelected: boolean
  /** Set when the keyboard is in this row; -1 is its mark. */
  readonly activeColumn: number | undefined
  /** The cell that is being edited, in place of its value. */
  readonly editor: preact.ComponentChildren
}

/** A record as a row. It is shown in an element that showed another row before. */
export function GridRow(props: GridRowProps) {
  const { id, index, top, columns, record, to, isMarkable, isSelected, activeColumn, editor } =
    props
  return (
    <div
      role="row"
      id={id}
      class={classes('grid-row', isSelected && 'selected', editor !== undefined && 'open')}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 2}
      aria-selected={isMarkable ? isSelected : undefined}
      data-row={index}
    >
      {isMarkable && (
        <div
          role="gridcell"
          class={classes('cell', 'mark', activeColumn === -1 && 'at')}
          id={`${id}-m`}
        >
          {record !== undefined && (
            <input
              type="checkbox"
              tabIndex={-1}
              checked={isSelected}
              aria-label={words('selectRow')}
              data-mark=""
            />
          )}
        </div>
      )}
      {columns.map((column, at) => {
        const isActive = activeColumn === at
        const isEdited = isActive && editor !== undefined
        return (
          <div
            key={column.name}
            role="gridcell"
            id={`${id}-${at}`}
            class={classes(column.class, isActive && 'at', isEdited && 'editing')}
            style={column.style}
            data-column={at}
          >
            {isEdited ? editor : <Cell column={column} record={record} to={to} isKey={at === 0} />}
          </div>
        )
      })}
    </div>
  )
}

interface CellProps {
  readonly column: PlacedColumn
  readonly record: Values | undefined
  readonly to: string
  readonly isKey: boolean
}

function Cell({ column, record, to, isKey }: CellProps) {
  if (record === undefined) return <span class="cell-skeleton" />
  if (!isKey) return <ShowValue column={column} record={record} />
  const text = shownText(column, record)
  return (
    <Link to={to} tabIndex={-1}>
      {text === '' ? `#${String(record['id'])}` : text}
    </Link>
  )
}
