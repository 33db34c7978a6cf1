import plusIcon from 'lucide-static/icons/plus.svg'
import removeIcon from 'lucide-static/icons/x.svg'
import { useRef } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { parseTable } from '@oficina/web/clipboard-table.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { words } from '../words/data.ts'
import { textOf, valueOf } from './cell-value.ts'
import { pointerOf, valueAt, type DataPath } from './data-path.ts'
import type { Field } from './fields.ts'
import type { FormState } from './form-state.ts'
import { pastedRows } from './pasted-rows.ts'

export interface ListTableProps {
  readonly field: Field
  readonly path: DataPath
  readonly form: FormState
}

// A body has 1 MB; more rows than this are a program's work, and the table shows each.
const MAX_ROWS = 500

/** A list as a table; rows of a spreadsheet are pasted into it, under their titles or from the cell on that has the cursor. */
export function ListTable({ field, path, form }: ListTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const value = valueAt(form.data, path)
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  const columns = field.fields
  const change = (next: readonly unknown[]): void => form.change(path, next)
  const paste = (event: ClipboardEvent, row: number, column: number): void => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const cells = parseTable(text)
    // One cell is pasted as any text is.
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return
    event.preventDefault()
    const pasted = pastedRows(cells, columns, { rows, row, column })
    change(pasted.slice(0, MAX_ROWS))
    toast({ text: words('pasted', { count: cells.length }), tone: 'success' })
  }
  const add = (): void => {
    change([...rows, {}])
    // The row is there after the next drawing.
    requestAnimationFrame(() =>
      table.current
        ?.querySelector<HTMLElement>('tbody tr:last-child input, tbody tr:last-child select')
        ?.focus(),
    )
  }
  return (
    <>
      <div class="list-scroll" tabIndex={0} role="group" aria-label={field.label}>
        <table class="list-table" ref={table}>
          <thead>
            <tr>
              {columns.map(({ name, label, isRequired }) => (
                <th key={name} scope="col">
                  {label}
                  {isRequired && <span aria-hidden="true"> *</span>}
                </th>
              ))}
              <th>
                <span class="hidden">{words('removeColumn')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((_row, index) => (
              <tr key={index}>
                {columns.map((column, at) => (
                  <td key={column.name}>
                    <Cell
                      field={column}
                      label={words('cell', { column: column.label, number: index + 1 })}
                      path={[...path, index, column.name]}
                      form={form}
                      onPaste={(event) => paste(event, index, at)}
                    />
                  </td>
                ))}
                <td>
                  <IconButton
                    icon={removeIcon}
                    label={words('removeRow', { number: index + 1 })}
                    onClick={() => change(rows.filter((_one, at) => at !== index))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="list-tools">
        <Button kind="quiet" icon={plusIcon} disabled={rows.length >= MAX_ROWS} onClick={add}>
          {words('addRow')}
        </Button>
        <PasteHere onPaste={(event) => paste(event, rows.length, 0)} name={field.label} />
      </p>
    </>
  )
}

/** Where rows are pasted that come after all others. */
function PasteHere({
  onPaste,
  name,
}: {
  readonly onPaste: (event: ClipboardEvent) => void
  readonly name: string
}) {
  return (
    <input
      class="input paste-here"
      aria-label={words('pasteInto', { name })}
      placeholder={words('pasteHere')}
      value=""
      onPaste={onPaste}
      onInput={({ currentTarget }) => {
        currentTarget.value = ''
      }}
    />
  )
}

interface CellProps {
  readonly field: Field
  readonly label: string
  readonly path: DataPath
  readonly form: FormState
  readonly onPaste: (event: ClipboardEvent) => void
}

function Cell({ field, label, path, form, onPaste }: CellProps) {
  const value = valueAt(form.data, path)
  const error = form.errors.get(pointerOf(path))
  const common = { 'aria-label': label, 'aria-invalid': error !== undefined, title: error, onPaste }
  if (field.kind === 'boolean') {
    return (
      <input
        {...common}
        type="checkbox"
        checked={value === true}
        onChange={({ currentTarget }) => form.change(path, currentTarget.checked)}
      />
    )
  }
  if (field.kind === 'choice') {
    return (
      <select
        {...common}
        value={textOf(value)}
        onChange={({ currentTarget }) => form.change(path, valueOf(field, currentTarget.value))}
      >
        <option value="" />
        {field.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...common}
      class={field.kind === 'number' ? 'num' : ''}
      {...(field.kind === 'number' ? { inputMode: 'decimal' } : {})}
      value={textOf(value)}
      onInput={({ currentTarget }) =>
        form.change(path, valueOf({ kind: 'text' }, currentTarget.value))
      }
      onBlur={({ currentTarget }) => form.change(path, valueOf(field, currentTarget.value))}
    />
  )
}
