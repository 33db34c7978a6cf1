import '@preact/signals'
import { classes } from '@oficina/web/dom.ts'
import { Field } from '@oficina/web/field.tsx'
import { Link } from '@oficina/web/link.tsx'

import type { Column } from '../../metadata/model-metadata.ts'
import { LawButton } from '../../values/law-button.tsx'
import { ShowValue } from '../../values/show-value.tsx'
import { ValueInput } from '../../values/value-input.tsx'
import { words } from '../../words/record.ts'
import { offeredStates } from '../offered-states.ts'
import { nodeAt, valueOf, valuesOf, type NodePath, type RecordNode } from '../record-node.ts'
import { holds } from './conditions.ts'
import { isTyped, setValue, shapeAt, stateAsRead, type FormState } from './form-state.ts'
import { noteOf } from './note-of.ts'
import { problemOf } from './record-problems.ts'
import type { FormField as Shown } from './record-shape.ts'
import { isRequired } from './required-fields.ts'

export interface FormFieldProps {
  readonly state: FormState
  readonly path: NodePath
  readonly field: Shown
  /** Of twelve. */
  readonly width: number
  /** The whole form is only read. */
  readonly isReadOnly: boolean
  readonly isTight?: boolean
}

/** A field of the form: its input, or its value where it is only read. */
export function FormField(props: FormFieldProps) {
  const { state, path, field, width, isReadOnly, isTight = false } = props
  const { column, widget } = field
  const node = nodeAt(state.node.value, path)
  if (node === undefined) return null
  const typedColumn =
    path.length > 0
      ? column
      : (offeredStates(state.shape.meta, column, stateAsRead(state)) ?? column)
  const text = valueOf(node, `${column.name}_str`)
  const error = problemOf(state.problems.value, path, column.name)
  if (isFieldRead({ state, path, isReadOnly }, field)) {
    return <ReadField node={node} column={column} width={width} error={error} />
  }
  return (
    <Field
      label={column.label}
      isRequired={isRequired(column, node)}
      help={column.help ?? undefined}
      isHelpAside={isTight}
      note={noteOf(state, { path, node }, column)}
      aside={<LawButton {...column} />}
      error={error}
      class={classes('span', `span-${width}`)}
    >
      {(ids) => (
        <ValueInput
          column={typedColumn}
          widget={widget}
          value={valueOf(node, column.name)}
          text={typeof text === 'string' ? text : undefined}
          ids={ids}
          isRequired={isRequired(column, node)}
          placeholder={willBe(node, column)}
          onChange={(changed, chosen) => setValue(state, { path, column }, changed, chosen)}
        />
      )}
    </Field>
  )
}

/** What the service will number a new record with. */
export function willBe({ expected }: RecordNode, { name }: Column): string | undefined {
  const text = expected[name]
  return text === undefined ? undefined : words('willBe', { text })
}

type Place = Pick<FormFieldProps, 'state' | 'path' | 'isReadOnly'>

/** What is only read and holds nothing takes no place; nor does what its condition leaves out. */
export function isFieldShown(place: Place, field: Shown): boolean {
  const node = nodeAt(place.state.node.value, place.path)
  if (node === undefined) return false
  if (!holds(field.column.visible_if, (name) => valueOf(node, name))) return false
  const value = valueOf(node, field.column.name)
  const isEmpty = value === null || value === undefined || value === ''
  return !isEmpty || !isFieldRead(place, field)
}

function isFieldRead({ state, path, isReadOnly }: Place, { column }: Shown): boolean {
  const shape = shapeAt(state.shape, path)
  return isReadOnly || shape === undefined || !isTyped(state, shape, column)
}

function ReadField({
  node,
  column,
  width,
  error,
}: {
  readonly node: RecordNode
  readonly column: Column
  readonly width: number
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
