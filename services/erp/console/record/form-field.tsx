import '@preact/signals'
import { classes } from '@oficina/web/dom.ts'
import { Field } from '@oficina/web/field.tsx'
import { Link } from '@oficina/web/link.tsx'

import { ShowValue } from '../values/show-value.tsx'
import { ValueInput } from '../values/value-input.tsx'
import { holds } from './conditions.ts'
import { isTyped, setValue, shapeAt, type FormState } from './form-state.ts'
import { nodeAt, valueOf, valuesOf, type NodePath, type RecordNode } from './record-node.ts'
import { problemOf } from './record-problems.ts'
import type { FormField as Shown } from './record-shape.ts'
import { isRequired } from './required-fields.ts'

export interface FormFieldProps {
  readonly state: FormState
  readonly path: NodePath
  readonly field: Shown
  /** The whole form is only read. */
  readonly isReadOnly: boolean
}

/** A field of the form: its input, or its value where it is only read. Nothing where it has no place now. */
export function FormField({ state, path, field, isReadOnly }: FormFieldProps) {
  const { column, widget, width } = field
  const node = nodeAt(state.node.value, path)
  if (node === undefined || !isFieldShown(node, field)) return null
  const value = valueOf(node, column.name)
  const text = valueOf(node, `${column.name}_str`)
  const shape = shapeAt(state.shape, path)
  const isRead = isReadOnly || shape === undefined || !isTyped(state, shape, column)
  const error = problemOf(state.problems.value, path, column.name)
  if (isRead && isEmpty(value)) return null
  if (isRead) return <ReadField node={node} field={field} error={error} />
  return (
    <Field
      label={column.label}
      isRequired={isRequired(column, node)}
      help={column.help ?? undefined}
      error={error}
      class={classes('span', `span-${width}`)}
    >
      {(ids) => (
        <ValueInput
          column={column}
          widget={widget}
          value={value}
          text={typeof text === 'string' ? text : undefined}
          ids={ids}
          isRequired={isRequired(column, node)}
          onChange={(changed, chosen) => setValue(state, { path, column }, changed, chosen)}
        />
      )}
    </Field>
  )
}

/** What is only read and holds nothing takes no place; nor does what its condition leaves out. */
export function isFieldShown(node: RecordNode, { column, isRead }: Shown): boolean {
  if (!holds(column.visible_if, (name) => valueOf(node, name))) return false
  return !isRead || !isEmpty(valueOf(node, column.name))
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

function ReadField({
  node,
  field: { column, width },
  error,
}: {
  readonly node: RecordNode
  readonly field: Shown
  readonly error: string | undefined
}) {
  const value = valueOf(node, column.name)
  const isLink = column.references !== null && value !== null && value !== undefined
  const shown = <ShowValue column={column} record={valuesOf(node)} />
  return (
    <div class={classes('field', 'read-field', 'span', `span-${width}`)}>
      <div class="label">{column.label}</div>
      <div class="read">
        {isLink ? (
          <Link to={`/m/${column.references ?? ''}/${String(value)}`}>{shown}</Link>
        ) : (
          shown
        )}
      </div>
      {error !== undefined && <p class="field-error">{error}</p>}
    </div>
  )
}
