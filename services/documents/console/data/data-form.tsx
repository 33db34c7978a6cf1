import { words } from '../words/data.ts'
import { valueAt, type DataPath } from './data-path.ts'
import { FieldInput } from './field-input.tsx'
import type { Field } from './fields.ts'
import type { FormState } from './form-state.ts'
import { ListItems } from './list-items.tsx'
import { ListTable } from './list-table.tsx'

export interface DataFormProps {
  readonly fields: readonly Field[]
  readonly path: DataPath
  readonly form: FormState
}

/** The fields of an object, lists among them as tables. */
export function DataForm({ fields, path, form }: DataFormProps) {
  return (
    <div class="data-form">
      {fields.map((field) => (
        <OneField key={field.name} field={field} path={[...path, field.name]} form={form} />
      ))}
    </div>
  )
}

interface OneFieldProps {
  readonly field: Field
  readonly path: DataPath
  readonly form: FormState
}

function OneField({ field, path, form }: OneFieldProps) {
  if (field.kind === 'object') {
    return (
      <fieldset class="data-group">
        <legend>{field.label}</legend>
        <DataForm fields={field.fields} path={path} form={form} />
      </fieldset>
    )
  }
  if (field.kind === 'list') {
    const isFlat = field.fields.every(({ kind }) => !NESTING.has(kind))
    const rows = valueAt(form.data, path)
    const count = Array.isArray(rows) ? rows.length : 0
    return (
      <fieldset class="data-group data-list">
        <legend>
          {field.label} <span class="muted">{words('rows', { count })}</span>
        </legend>
        {isFlat ? (
          <ListTable field={field} path={path} form={form} />
        ) : (
          <ListItems field={field} path={path} form={form}>
            {(item) => <DataForm fields={field.fields} path={item} form={form} />}
          </ListItems>
        )}
      </fieldset>
    )
  }
  return <FieldInput field={field} path={path} form={form} />
}

const NESTING: ReadonlySet<string> = new Set([
  'object',
  'list',
  'texts',
  'json',
  'image',
  'formatted',
])
