import '@preact/signals'
import type { CSSProperties, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import type { FieldIds } from '@oficina/web/field.tsx'

import type { Column } from '../../metadata/model-metadata.ts'
import { isNumeric } from '../../values/column-kinds.ts'
import { ShowValue } from '../../values/show-value.tsx'
import { shownText } from '../../values/shown-value.ts'
import { ValueInput } from '../../values/value-input.tsx'
import type { Chosen } from '../../values/value-props.ts'
import { words } from '../../words/lines.ts'
import { holds } from '../form/conditions.ts'
import { isTyped } from '../form/form-state.ts'
import { noteOf } from '../form/note-of.ts'
import { problemOf } from '../form/record-problems.ts'
import { isRequired } from '../form/required-fields.ts'
import { valueOf, valuesOf, type RecordNode } from '../record-node.ts'
import type { LinesPlace } from './line-edits.ts'

export interface LineRowProps {
  readonly place: LinesPlace
  readonly node: RecordNode
  readonly columns: readonly Column[]
  readonly rowIndex: number
  readonly number: number
  readonly style: CSSProperties
  /** The cell that Tab comes into. */
  readonly tabField: string | undefined
  /** The cell with the focus. */
  readonly cursor: string | undefined
  readonly isChosen: boolean
  readonly isReadOnly: boolean
  readonly onEnter: (field: string) => void
  readonly onType: (column: Column, value: unknown, chosen?: Chosen) => void
  /** How many decimals the values of a column are written with. */
  readonly decimals: ReadonlyMap<string, number>
  readonly onOpen: () => void
}

/** One line of the grid. */
export function LineRow(props: LineRowProps) {
  const { columns, rowIndex, number, style, isChosen, onOpen } = props
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={isChosen}
      class={classes('line-row', isChosen && 'chosen')}
      style={style}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        class="num line-number"
        title={words('open')}
        onDblClick={onOpen}
      >
        {number}
      </div>
      {columns.map((column, index) => (
        <LineCell key={column.name} {...props} column={column} colIndex={index + 2} />
      ))}
    </div>
  )
}

interface LineCellProps extends LineRowProps {
  readonly column: Column
  readonly colIndex: number
}

function LineCell(props: LineCellProps) {
  const { place, node, column, colIndex, tabField, cursor, isReadOnly, onEnter } = props
  const { state, line } = place
  const values = valuesOf(node)
  const isHidden = !holds(column.visible_if, (name) => valueOf(node, name))
  const mayType = !isReadOnly && !isHidden && isTyped(state, line.shape, column)
  const isEntered = cursor === column.name
  const cell = useEntered(isEntered)
  const { error, note, shown, title } = saidIn(props, isEntered)
  const ids = {
    id: `cell-${node.key}-${column.name}`,
    describedBy: `wrong-${node.key}-${column.name}`,
  }
  return (
    <div
      ref={cell}
      role="gridcell"
      aria-colindex={colIndex}
      class={classes(
        'line-cell',
        isNumeric(column) && 'num',
        isEntered && mayType && 'entered',
        !mayType && 'soft',
        note !== undefined && 'filled',
        error !== undefined && 'wrong',
      )}
      title={title}
      tabIndex={tabField === column.name && !(isEntered && mayType) ? 0 : -1}
      onFocus={() => {
        if (!isEntered) onEnter(column.name)
      }}
    >
      {isEntered && mayType ? (
        <CellInput {...props} described={error ?? note} isWrong={error !== undefined} ids={ids} />
      ) : (
        !isHidden && <ShowValue column={shown} record={values} />
      )}
      {(error !== undefined || (isEntered && note !== undefined)) && (
        <span class="hidden" id={ids.describedBy}>
          {error ?? note}
        </span>
      )}
    </div>
  )
}

/** What a cell says beside its value: what is wrong, where it is from, and all of it when it is pointed at. */
function saidIn({ place, node, column, decimals }: LineCellProps, isEntered: boolean) {
  const { state, path, line } = place
  const own = [...path, [line.name, node.key] as const]
  const error = problemOf(state.problems.value, own, column.name)
  const note = noteOf(state, { path: own, node }, column)
  const least = decimals.get(column.name)
  const shown = least === undefined ? column : { ...column, decimals: least }
  const text = isEntered ? '' : shownText(shown, valuesOf(node))
  const title = error ?? [text, note ?? ''].filter((one) => one !== '').join(' · ')
  return { error, note, shown, title }
}

/** A cell that takes the focus when the cursor comes into it. */
function useEntered(isEntered: boolean): RefObject<HTMLDivElement | null> {
  const cell = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!isEntered) return
    const input = cell.current?.querySelector<HTMLElement>('input, select, textarea')
    const target = input ?? cell.current
    if (target !== null && !target.contains(document.activeElement)) target.focus()
    // What is typed takes the place of what stood there.
    if (input instanceof HTMLInputElement && input.type === 'text') input.select()
    cell.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isEntered])
  return cell
}

function CellInput({
  node,
  column,
  number,
  onType,
  described,
  isWrong,
  ids,
}: LineCellProps & {
  readonly described: string | undefined
  readonly isWrong: boolean
  readonly ids: Pick<FieldIds, 'id' | 'describedBy'>
}) {
  const text = valueOf(node, `${column.name}_str`)
  return (
    <ValueInput
      column={column}
      value={valueOf(node, column.name)}
      text={typeof text === 'string' ? text : undefined}
      label={words('cell', { label: column.label, number: String(number) })}
      isRequired={isRequired(column, node)}
      isCell
      {...(described !== undefined && { ids: { ...ids, isInvalid: isWrong } })}
      onChange={(value, chosen) => onType(column, value, chosen)}
      onKeyDown={noKeys}
    />
  )
}

/** Keys go up to the grid. */
function noKeys(): void {}
