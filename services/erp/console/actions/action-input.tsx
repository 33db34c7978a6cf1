import { Field, type FieldIds } from '@oficina/web/field.tsx'

import { LawButton } from '../values/law-button.tsx'
import { ValueInput } from '../values/value-input.tsx'
import type { Chosen } from '../values/value-props.ts'
import type { ActionInput } from './action-description.ts'
import { FileInput } from './file-input.tsx'
import { FreeLinesInput } from './free-lines-input.tsx'
import { ItemsInput } from './items-input.tsx'
import { LinesInput } from './lines-input.tsx'
import { ObjectInput } from './object-input.tsx'
import type { OwnRecord } from './own-record.ts'
import { plainColumn } from './plain-column.ts'

export interface ActionInputProps {
  readonly input: ActionInput
  readonly value: unknown
  readonly text: string | undefined
  readonly error: string | undefined
  readonly own: OwnRecord | undefined
  readonly autoFocus: boolean
  readonly onChange: (value: unknown, chosen?: Chosen) => void
  /** A file is on its way: whether it is there, once that is known. */
  readonly onWait: (isThere: Promise<boolean>) => void
}

/** An input of an action with its label, help and problem. */
export function ActionInputField(props: ActionInputProps) {
  const { input, own, error, onChange } = props
  const { label, required, lines, object } = input
  if (lines !== undefined && lines !== null) {
    const { relation } = lines
    if (relation === null) return <FreeLinesInput {...{ label, lines, error, onChange }} />
    if (own !== undefined) {
      return <LinesInput {...{ label, lines, relation, own, error, onChange }} />
    }
  }
  if (object !== undefined && object !== null) {
    return <ObjectInput {...{ label, fields: object, error, onChange }} />
  }
  const help = input.help === null || isForMachines(input) ? undefined : input.help
  return (
    <Field
      label={label}
      isRequired={required}
      error={error}
      help={help}
      aside={<LawButton label={label} law={input.law} />}
      class={isWide(input) ? 'wide' : 'half'}
    >
      {(ids) => <OneInput {...props} ids={ids} />}
    </Field>
  )
}

function OneInput(props: ActionInputProps & { readonly ids: FieldIds }) {
  const { input, value, text, own, autoFocus, ids, onChange, onWait } = props
  const { label, required, file, items } = input
  if (file !== undefined && file !== null) {
    return <FileInput {...{ ids, file, own, autoFocus, onChange, onWait }} />
  }
  if (items !== undefined && items !== null) {
    return <ItemsInput {...{ ids, label, items, own, onChange }} />
  }
  const { max_length: length, scale = null } = input
  return (
    <ValueInput
      column={plainColumn({ ...input, length, scale })}
      widget={widgetOf(input)}
      isRequired={required}
      {...{ ids, value, text, autoFocus, onChange }}
    />
  )
}

// A line of this many characters is long enough for most of what people say in one.
const LINE_LENGTH = 120

function widgetOf({ widget, type, max_length: most, secret }: ActionInput): string | undefined {
  if (secret === true) return 'password'
  if (type !== 'text') return widget ?? undefined
  const isLong = widget === 'textarea' || (most ?? 0) > LINE_LENGTH
  return isLong ? 'textarea' : (widget ?? undefined)
}

function isWide(input: ActionInput): boolean {
  return widgetOf(input) === 'textarea' || input.type === 'json' || isFile(input)
}

export function isFile({ file }: ActionInput): boolean {
  return file !== undefined && file !== null
}

/** The help of a list and of a file's content speaks of what the console writes itself. */
function isForMachines({ items, file }: ActionInput): boolean {
  return (items !== undefined && items !== null) || (file !== undefined && file !== null)
}
