import { Field } from '@oficina/web/field.tsx'

import type { ShownRecord } from '../record/surrounded-record.ts'
import { ValueInput } from '../values/value-input.tsx'
import type { Chosen } from '../values/value-props.ts'
import type { ActionInput } from './action-description.ts'
import { FileInput } from './file-input.tsx'
import { ItemsInput } from './items-input.tsx'
import { LinesInput } from './lines-input.tsx'
import { plainColumn } from './plain-column.ts'

/** What inputs may speak of: the record that the action is on. */
export interface OwnRecord {
  readonly model: string
  readonly record: ShownRecord
}

export interface ActionInputProps {
  readonly input: ActionInput
  readonly value: unknown
  readonly text: string | undefined
  readonly error: string | undefined
  readonly own: OwnRecord | undefined
  readonly autoFocus: boolean
  readonly onChange: (value: unknown, chosen?: Chosen) => void
}

/** An input of an action with its label, help and problem. */
export function ActionInputField(props: ActionInputProps) {
  const { input, value, text, error, own, autoFocus, onChange } = props
  const { label, required, help } = input
  if (input.lines !== undefined && input.lines !== null && own !== undefined) {
    const { lines } = input
    return <LinesInput {...{ label, lines, own, error, onChange }} />
  }
  return (
    <Field
      label={label}
      isRequired={required}
      error={error}
      {...(help !== null && !isForMachines(input) && { help })}
      class={isWide(input) ? 'wide' : 'half'}
    >
      {(ids) => {
        if (input.file !== undefined && input.file !== null) {
          return <FileInput {...{ ids, file: input.file, own, onChange }} />
        }
        if (input.items !== undefined && input.items !== null) {
          return <ItemsInput {...{ ids, label, model: input.items.references, onChange }} />
        }
        return (
          <ValueInput
            column={plainColumn({
              ...input,
              length: input.max_length,
              scale: input.scale ?? null,
            })}
            widget={widgetOf(input)}
            isRequired={required}
            {...{ ids, value, text, autoFocus, onChange }}
          />
        )
      }}
    </Field>
  )
}

// A line of this many characters is long enough for most of what people say in one.
const LINE_LENGTH = 120

function widgetOf({ widget, type, max_length: most }: ActionInput): string | undefined {
  if (typeof widget === 'string') return widget
  return type === 'text' && (most ?? 0) > LINE_LENGTH ? 'textarea' : undefined
}

function isWide(input: ActionInput): boolean {
  return widgetOf(input) === 'textarea' || input.type === 'json' || isFile(input)
}

export function isFile({ file }: ActionInput): boolean {
  return file !== undefined && file !== null
}

/** The help of a list speaks of its JSON, which the console writes. */
function isForMachines({ items, file }: ActionInput): boolean {
  return (items !== undefined && items !== null) || (file !== undefined && file !== null)
}
