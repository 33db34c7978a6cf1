import addIcon from 'lucide-static/icons/plus.svg'
import removeIcon from 'lucide-static/icons/x.svg'
import { useState } from 'preact/hooks'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { newId } from '@oficina/web/dom.ts'
import { Field } from '@oficina/web/field.tsx'

import { plainText } from '../values/plain-text.ts'
import { ValueInput } from '../values/value-input.tsx'
import { words } from '../words/actions.ts'
import type { LineColumn, LinesInput } from './action-description.ts'
import { plainColumn } from './plain-column.ts'

interface FreeLinesInputProps {
  readonly label: string
  readonly lines: LinesInput
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

interface Row {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
  readonly texts: Readonly<Record<string, string | undefined>>
}

/** What is said of lines of a file by their numbers: none at first, one after another as the person adds them. */
export function FreeLinesInput({ label, lines, error, onChange }: FreeLinesInputProps) {
  const [rows, setRows] = useState<readonly Row[]>([])
  const { key } = lines
  const keep = (kept: readonly Row[]): void => {
    setRows(kept)
    onChange(kept.map(({ values }) => values))
  }
  // Lines of no file are named by what stands in them.
  const isNumbered = lines.columns.every(({ name }) => name !== key)
  const add = (): void =>
    keep([
      ...rows,
      { id: newId('row'), values: isNumbered ? { [key]: rows.length + 1 } : {}, texts: {} },
    ])
  const columns: readonly LineColumn[] = isNumbered
    ? [{ ...NUMBER, name: key, label: words('lineNumber') }, ...lines.columns]
    : lines.columns
  return (
    <fieldset class="group-input wide">
      <legend>{label}</legend>
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      {rows.map((row, index) => (
        <div class="free-line" key={row.id}>
          <div class="group-fields">
            {columns.map((column) => (
              <Field key={column.name} label={column.label} isRequired={column.required}>
                {(ids) => (
                  <ValueInput
                    ids={ids}
                    column={plainColumn(column)}
                    value={row.values[column.name] ?? null}
                    text={row.texts[column.name]}
                    onChange={(value, chosen) =>
                      keep(
                        rows.map((one) =>
                          one === row ? changed(row, column, { value, text: chosen?.text }) : one,
                        ),
                      )
                    }
                  />
                )}
              </Field>
            ))}
          </div>
          <IconButton
            icon={removeIcon}
            label={words('removeItem', { name: `${label} ${index + 1}` })}
            onClick={() => keep(rows.filter((one) => one !== row))}
          />
        </div>
      ))}
      <Button kind="quiet" icon={addIcon} onClick={add}>
        {words('addLine')}
      </Button>
    </fieldset>
  )
}

const NUMBER = { type: 'integer', required: true, references: null, default: null } as const

function changed(
  row: Row,
  { name, type }: LineColumn,
  { value, text }: { readonly value: unknown; readonly text: string | undefined },
): Row {
  const { [name]: _before, ...others } = row.values
  // Whole numbers are typed as text, and travel as numbers.
  const given = type === 'integer' && /^\d{1,9}$/.test(plainText(value)) ? Number(value) : value
  const values = given === null ? others : { ...others, [name]: given }
  return { ...row, values, texts: { ...row.texts, [name]: text } }
}
