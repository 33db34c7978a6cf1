import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { toast } from '@oficina/web/toasts.tsx'

import { api, ApiFailure } from '../../session/api.ts'
import { failureText } from '../../session/failure-text.ts'
import { isDecimalType } from '../../values/column-kinds.ts'
import { plainText } from '../../values/plain-text.ts'
import type { Values } from '../../values/shown-value.ts'
import { ValueInput } from '../../values/value-input.tsx'
import { words } from '../../words/list.ts'
import type { ListColumn } from '../list-columns.ts'
import type { RecordPages } from '../record-pages.ts'
import type { ListState } from '../use-list.ts'
import type { EditedCell } from './grid-props.ts'

interface CellEditorProps {
  readonly model: string
  readonly column: ListColumn
  readonly record: Values
  /** The record as the service has it now. */
  readonly onSaved: (record: Values) => void
  /** Ends it; the keyboard goes on in the cell that is so many further. */
  readonly close: (columnsFurther?: number) => void
}

/** The input for a cell of a list, or nothing where the person may not change it. */
export function cellEditor(
  list: ListState,
  column: ListColumn | undefined,
  { cell, pages }: { readonly cell: EditedCell; readonly pages: RecordPages },
) {
  if (column === undefined || !isEditable(list, column, cell.record)) return undefined
  return (
    <CellEditor
      key={column.name}
      model={list.meta.model}
      column={column}
      record={cell.record}
      close={cell.close}
      onSaved={pages.replace}
    />
  )
}

/** Whether a person may change a column of a record in the list. */
function isEditable(
  { rights, meta }: Pick<ListState, 'rights' | 'meta'>,
  { name, field }: ListColumn,
  record: Values,
): boolean {
  if (rights?.update !== true || field.read_only || field.computed !== null) return false
  if (field.type === 'json' || rights.fields?.read_only.includes(name) === true) return false
  if (rights.fields?.masked.includes(name) === true) return false
  const { state_field: stateField } = meta
  const { changes_in: states } = field
  if (typeof stateField !== 'string' || !Array.isArray(states)) return true
  const state = record[stateField]
  // The state may not be among the columns; then the service says whether it is allowed.
  return typeof state !== 'string' || states.includes(state)
}

/** The input for one value in a list. Enter saves, Tab saves and goes on, Esc leaves it as it was. */
function CellEditor({ model, column, record, onSaved, close }: CellEditorProps) {
  const held = record[column.name]
  const first =
    held !== null && held !== undefined && isDecimalType(column.type) ? plainText(held) : held
  const [value, setValue] = useState<unknown>(first)
  const [text, setText] = useState<unknown>(record[`${column.name}_str`])
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const version = useRef(record['version'])
  const isSaving = useRef(false)
  const input = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const field = input.current?.querySelector<HTMLInputElement>('input, select, textarea')
    field?.focus({ preventScroll: true })
    if (field instanceof HTMLInputElement) field.select()
  }, [])
  const save = async (columnsFurther: number): Promise<void> => {
    if (isSaving.current) return
    if (value === first || (value ?? null) === (first ?? null)) return close(columnsFurther)
    isSaving.current = true
    try {
      const { data } = await api<Values>(`/${model}/${String(record['id'])}`, {
        method: 'PUT',
        headers: typeof version.current === 'number' ? { 'if-match': `"${version.current}"` } : {},
        body: { [column.name]: value ?? null },
      })
      onSaved(data)
      close(columnsFurther)
    } catch (error) {
      const isChanged = error instanceof ApiFailure && error.status === 412
      const said = failureText(error)
      const told = isChanged ? words('changedByOthers') : said
      setProblem(told)
      if (input.current === null) toast({ text: told, tone: 'danger' })
      if (isChanged) await readAgain().catch(() => undefined)
    }
    isSaving.current = false
  }
  const readAgain = async (): Promise<void> => {
    const { data } = await api<Values>(`/${model}/${String(record['id'])}`)
    version.current = data['version']
    onSaved({ ...data, [column.name]: held })
  }
  return (
    <div
      ref={input}
      class="cell-editor"
      onFocusOut={(event) => {
        const { relatedTarget } = event
        const isInside = relatedTarget instanceof Node && input.current?.contains(relatedTarget)
        if (isInside !== true && problem === undefined) void save(0)
      }}
    >
      <ValueInput
        column={column.field}
        value={value}
        text={typeof text === 'string' ? text : undefined}
        label={column.label}
        isCell
        onChange={(next, chosen) => {
          setValue(next)
          setText(chosen?.text)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Tab') {
            event.preventDefault()
            void save(event.key === 'Enter' ? 0 : event.shiftKey ? -1 : 1)
          } else if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            // What was typed is given up before the field loses the focus.
            isSaving.current = true
            close()
          }
        }}
      />
      {problem !== undefined && (
        <p class="cell-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
