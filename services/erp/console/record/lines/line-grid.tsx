import '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import type { Column } from '../../metadata/model-metadata.ts'
import { columnDecimals } from '../../values/column-decimals.ts'
import { changeAt, isTyped } from '../form/form-state.ts'
import { isUntouched, valueOf, type RecordNode } from '../record-node.ts'
import { caretOf } from './caret.ts'
import { entryOfLine, stopOf } from './entry-moves.ts'
import { widthsOf } from './line-columns.ts'
import { linesAt, type LinesPlace } from './line-edits.ts'
import { LineHeader } from './line-header.tsx'
import {
  gridShape,
  stepFrom,
  stepOfKey,
  type ActiveCell,
  type GridAct,
  type Step,
} from './line-moves.ts'
import { LineRow } from './line-row.tsx'
import { typeIn, type After } from './type-in.ts'

export interface LineGridProps {
  readonly place: LinesPlace
  readonly columns: readonly Column[]
  readonly numbers: readonly number[]
  readonly active: ActiveCell | undefined
  readonly onActive: (cell: ActiveCell | undefined) => void
  /** The focus has left the grid. */
  readonly onLeave: () => void
  readonly act: Readonly<Record<GridAct, (key: string) => void>>
  readonly isReadOnly: boolean
  readonly mayAdd: boolean
  readonly onPaste: (at: ActiveCell, text: string) => void
}

const ROW_HEIGHT = 34
const NUMBER_WIDTH = 36

/**
 * Lines as a grid: the cell with the cursor is an input, the others are text. Only rows that are seen are rendered, so that
 * a document of hundreds of lines is as quick as one of three.
 */
export function LineGrid(props: LineGridProps) {
  const { place, columns, numbers, active, onActive, isReadOnly } = props
  const scroller = useRef<HTMLDivElement>(null)
  const lines = linesAt(place)
  const keys = lines.map(({ key }) => key)
  const { rows, totalHeight, scrollTo } = useVirtualRows(scroller, {
    count: lines.length,
    rowHeight: ROW_HEIGHT,
  })
  const activeRow = active === undefined ? -1 : keys.indexOf(active.key)
  useLayoutEffect(() => {
    if (active?.isEntered === true && activeRow >= 0) scrollTo(activeRow)
  }, [active])
  const undo = useUndo(place, lines[activeRow])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || active === undefined) return
    if (!gridKey(event, { ...props, active, keys, undo })) return
    event.preventDefault()
    event.stopPropagation()
  }
  const template = templateOf(columns, lines)
  const decimals = decimalsOf(columns, lines)
  const after = useAfter({ ...props, keys, undo })
  const first = active ?? { key: keys[0] ?? '', field: columns[0]?.name ?? '', isEntered: false }
  const shown = rows.some(({ index }) => index === activeRow)
    ? rows
    : [
        ...rows,
        ...(activeRow < 0 ? [] : [{ index: activeRow, top: activeRow * ROW_HEIGHT, slot: -1 }]),
      ]
  return (
    <div
      ref={scroller}
      class="line-grid"
      role="grid"
      aria-label={place.line.shape.meta.label_plural}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length + 1}
      aria-readonly={isReadOnly}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const text = event.clipboardData?.getData('text/plain') ?? ''
        if (active === undefined || !/[\t\n]/.test(text.trim())) return
        event.preventDefault()
        props.onPaste(active, text)
      }}
      onFocusOut={() => {
        // A cell that is left loses its input before the next one has the focus.
        setTimeout(() => {
          const isInside = scroller.current?.contains(document.activeElement) === true
          if (!isInside && document.hasFocus()) props.onLeave()
        })
      }}
    >
      <div class="line-rows" style={{ minWidth: `${template.least}px` }}>
        <LineHeader columns={columns} style={template.style} />
        <div role="rowgroup" class="line-body" style={{ height: `${totalHeight}px` }}>
          {shown.map(({ index, top }) => {
            const line = lines[index]
            return line === undefined ? null : (
              <LineRow
                key={line.key}
                place={place}
                node={line}
                columns={columns}
                rowIndex={index + 2}
                number={numbers[index] ?? index + 1}
                style={{ ...template.style, transform: `translateY(${top}px)` }}
                tabField={line.key === first.key ? first.field : undefined}
                cursor={line.key === active?.key && active.isEntered ? active.field : undefined}
                isChosen={line.key === active?.key}
                isReadOnly={isReadOnly}
                onEnter={(field) => onActive({ key: line.key, field, isEntered: true })}
                onOpen={() => props.act.open(line.key)}
                onType={(column, value, chosen) =>
                  after(
                    line.key,
                    column.name,
                    typeIn(place, { key: line.key, column }, value, chosen),
                  )
                }
                decimals={decimals}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Goes where the cursor goes after something was typed in a cell, unless the person has gone on himself meanwhile. */
function useAfter(
  props: Omit<GridKeyState, 'active'> & Pick<LineGridProps, 'active'>,
): (key: string, field: string, to: After) => void {
  const { active, keys, onActive, act } = props
  const at = useRef(active)
  at.current = active
  return (key, field, to) => {
    const { current } = at
    if (to === 'stay' || current?.key !== key || current.field !== field) return
    if (typeof to !== 'string') return onActive({ ...to, isEntered: true })
    if (to === 'on') return void goOn({ ...props, active: { key, field, isEntered: true } })
    const next = keys[keys.indexOf(key) + 1]
    if (next === undefined) act.add(key)
    else onActive({ key: next, field, isEntered: true })
  }
}

/** What a line held when the cursor came into it; the answer brings that back, and says whether anything changed. */
function useUndo(place: LinesPlace, line: RecordNode | undefined): () => boolean {
  const entered = useRef<RecordNode | undefined>(undefined)
  useLayoutEffect(() => {
    entered.current = line
  }, [line?.key])
  return () => {
    const before = entered.current
    if (before === undefined || line === undefined || before === line) return false
    changeAt(place.state, [...place.path, [place.line.name, line.key]], () => before)
    return true
  }
}

interface GridKeyState extends LineGridProps {
  readonly active: ActiveCell
  readonly keys: readonly string[]
  readonly undo: () => boolean
}

/** @returns whether the key was the grid's own */
function gridKey(event: KeyboardEvent, state: GridKeyState): boolean {
  const { active, act, undo } = state
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const own = actOfKey(event)
  if (own !== undefined) {
    act[own](active.key)
    return true
  }
  if (key === 'Escape') return undo()
  if (altKey || ctrlKey || metaKey) return false
  const hasEntry = entryOfLine(state.place) !== undefined && !state.isReadOnly
  if (hasEntry && !shiftKey && (key === 'Enter' || key === 'Tab')) {
    // At an empty last line Tab leaves the grid, as it leaves any field.
    return goOn(state) || key === 'Enter'
  }
  if (key === 'Enter') {
    if (!go(state, shiftKey ? 'up' : 'down') && !shiftKey) act.add(active.key)
    return true
  }
  const step = stepOfKey(event, caretOf(event.target))
  return step !== undefined && go(state, step)
}

function go(
  { place, columns, keys, active, isReadOnly, onActive }: GridKeyState,
  step: Step,
): boolean {
  const isTypedHere = (column: Column): boolean =>
    !isReadOnly && isTyped(place.state, place.line.shape, column)
  const isStop = stopOf(place)
  const shape = gridShape(columns, keys, isTypedHere)
  const to = stepFrom(active, step, isStop === undefined ? shape : { ...shape, isStop })
  if (to !== undefined) onActive({ ...to, isEntered: true })
  return to !== undefined
}

/** To what is typed next, in a new line behind the last one that says something. */
function goOn(state: GridKeyState): boolean {
  if (go(state, 'next')) return true
  const last = linesAt(state.place).at(-1)
  if (!state.mayAdd || last === undefined || isUntouched(last)) return false
  state.act.add(state.active.key)
  return true
}

function decimalsOf(
  columns: readonly Column[],
  lines: readonly RecordNode[],
): ReadonlyMap<string, number> {
  return new Map(
    columns.flatMap((column) => {
      const values = lines.map((line) => valueOf(line, column.name))
      const decimals = columnDecimals(column, values)
      return decimals === undefined ? [] : [[column.name, decimals] as const]
    }),
  )
}

function actOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): GridAct | undefined {
  const isMod = ctrlKey || metaKey
  if (altKey && key === 'Enter') return 'open'
  if (!isMod) return undefined
  if (key === 'Enter') return 'add'
  if (key === 'Delete') return 'remove'
  if (key.toLowerCase() === 'd') return 'duplicate'
  if (shiftKey && key === 'ArrowUp') return 'up'
  return shiftKey && key === 'ArrowDown' ? 'down' : undefined
}

function templateOf(columns: readonly Column[], lines: readonly RecordNode[]) {
  const widths = widthsOf(columns, lines)
  const tracks = widths.map(({ least, share }) =>
    share === 0 ? `${least}px` : `minmax(${least}px, ${share}fr)`,
  )
  return {
    least: NUMBER_WIDTH + widths.reduce((sum, { least }) => sum + least, 0),
    style: { gridTemplateColumns: `${NUMBER_WIDTH}px ${tracks.join(' ')}` },
  }
}
