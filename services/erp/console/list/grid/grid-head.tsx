import { useRef } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'

import { words } from '../../words/list.ts'
import type { SortTerm } from '../list-query.ts'
import { MAX_WIDTH, MIN_WIDTH, type PlacedColumn } from './grid-layout.ts'

export interface GridHeadProps {
  readonly columns: readonly PlacedColumn[]
  readonly sort: readonly SortTerm[]
  readonly onSort: (field: string, options: { readonly withOthers: boolean }) => void
  readonly onResize: (field: string, width: number) => void
  readonly isMarkable: boolean
  /** Whether all that match are marked; undefined: some of them. */
  readonly marked: boolean | undefined
  readonly onMarkAll: (isMarked: boolean) => void
}

export function GridHead(props: GridHeadProps) {
  const { columns, sort, onSort, onResize, isMarkable, marked, onMarkAll } = props
  return (
    <div role="row" class="grid-row grid-titles" aria-rowindex={1}>
      {isMarkable && (
        <div role="columnheader" class="cell mark">
          <input
            type="checkbox"
            checked={marked === true}
            ref={(input) => {
              if (input !== null) input.indeterminate = marked === undefined
            }}
            aria-label={words('selectAll')}
            title={words('selectAll')}
            onChange={(event) => onMarkAll(event.currentTarget.checked)}
          />
        </div>
      )}
      {columns.map((column) => (
        <Title key={column.name} column={column} sort={sort} onSort={onSort} onResize={onResize} />
      ))}
    </div>
  )
}

interface TitleProps extends Pick<GridHeadProps, 'sort' | 'onSort' | 'onResize'> {
  readonly column: PlacedColumn
}

function Title({ column, sort, onSort, onResize }: TitleProps) {
  const at = sort.findIndex(({ field }) => field === column.name)
  const term = sort[at]
  const order = term === undefined ? 'none' : term.isDescending ? 'descending' : 'ascending'
  const arrow = { none: '', ascending: '↑', descending: '↓' }[order]
  return (
    <div
      role="columnheader"
      class={classes(column.class, 'title')}
      style={column.style}
      aria-sort={column.isSortable ? order : undefined}
    >
      {column.isSortable ? (
        <button
          type="button"
          title={column.help ?? words('sortHelp')}
          onClick={(event) => onSort(column.name, { withOthers: event.shiftKey })}
        >
          <span class="title-text">{column.label}</span>
          {term !== undefined && (
            <span class="title-order" aria-hidden="true">
              {arrow}
              {sort.length > 1 && <sub>{at + 1}</sub>}
            </span>
          )}
        </button>
      ) : (
        <span class="title-text">{column.label}</span>
      )}
      <Edge column={column} onResize={onResize} />
    </div>
  )
}

/** The edge of a column, which is dragged to size it; by keyboard that is done in the dialog of columns. */
function Edge({ column, onResize }: Pick<TitleProps, 'column' | 'onResize'>) {
  const began = useRef<{ readonly x: number; readonly width: number } | undefined>(undefined)
  return (
    <span
      class="title-edge"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault()
        const title = event.currentTarget.parentElement
        if (title === null) return
        event.currentTarget.setPointerCapture(event.pointerId)
        began.current = { x: event.clientX, width: title.getBoundingClientRect().width }
      }}
      onPointerMove={(event) => {
        if (began.current === undefined) return
        const width = began.current.width + event.clientX - began.current.x
        onResize(column.name, Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width))))
      }}
      onPointerUp={() => {
        began.current = undefined
      }}
    />
  )
}
