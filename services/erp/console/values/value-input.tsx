import { useRef } from 'preact/hooks'
import { newId } from '@oficina/web/dom.ts'

import { words } from '../words/inputs.ts'
import { words as valueWords } from '../words/values.ts'
import { isDecimalType, widgetOf } from './column-kinds.ts'
import { DateInput } from './date-input.tsx'
import { DecimalInput } from './decimal-input.tsx'
import { instantOf, localInstant } from './instant-text.ts'
import { JsonInput } from './json-input.tsx'
import { ReferencePicker } from './reference-picker.tsx'
import type { ValueInputProps } from './value-props.ts'

/** The input for a value of a column. */
export function ValueInput(props: ValueInputProps) {
  const { column } = props
  const widget = props.widget ?? widgetOf(column)
  if (column.references !== null) return <ReferencePicker {...props} model={column.references} />
  if (isDecimalType(column.type) || column.type === 'integer') return <DecimalInput {...props} />
  switch (column.type) {
    case 'boolean':
      return <BooleanInput {...props} />
    case 'json':
      return <JsonInput {...props} />
    case 'date':
      return <DateInput {...props} />
    case 'instant':
      return <TextInput {...props} widget="datetime" />
    case 'choice':
      return widget === 'radio' ? <Radios {...props} /> : <Select {...props} />
    default:
      return column.choices === null ? (
        <TextInput {...props} widget={widget} />
      ) : (
        <Select {...props} />
      )
  }
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  datetime: 'datetime-local',
  time: 'time',
  email: 'email',
  phone: 'tel',
  url: 'url',
  password: 'password',
}

function TextInput(props: ValueInputProps) {
  const { column, value, onChange } = props
  const held = value === null || value === undefined ? '' : String(value)
  const type = INPUT_TYPES[props.widget ?? ''] ?? 'text'
  const isInstant = type === 'datetime-local'
  const common = {
    ...commonOf(props),
    value: isInstant ? localInstant(held) : held,
    maxLength: column.length ?? undefined,
  }
  const take = (typed: string): void => {
    onChange(isInstant ? instantOf(typed) : typed === '' ? null : typed)
  }
  if (props.widget === 'textarea' && props.isCell !== true) {
    return <textarea {...common} rows={3} onInput={(event) => take(event.currentTarget.value)} />
  }
  return (
    <input
      {...common}
      // The types of markup know each kind of input by itself; all of these take and give text.
      type={type as 'text'}
      autocomplete={type === 'password' ? 'new-password' : 'off'}
      onInput={(event) => take(event.currentTarget.value)}
    />
  )
}

function Select(props: ValueInputProps) {
  const { column, value, onChange } = props
  const held = value === null || value === undefined ? '' : String(value)
  const isEmptyable = props.isRequired !== true || held === ''
  return (
    <select
      {...commonOf(props)}
      value={held}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : currentTarget.value)
      }
    >
      {isEmptyable && <option value="">{props.isRequired === true ? words('choose') : ''}</option>}
      {(column.choices ?? []).map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

function Radios({ column, value, ids, label, isDisabled, onChange }: ValueInputProps) {
  const name = useRef(newId('radio')).current
  return (
    <div
      class="radios"
      role="radiogroup"
      aria-label={label ?? column.label}
      aria-describedby={ids?.describedBy}
    >
      {(column.choices ?? []).map((choice, index) => (
        <label key={choice.value}>
          <input
            id={index === 0 ? ids?.id : undefined}
            type="radio"
            name={name}
            disabled={isDisabled}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}

/** A box to tick; where there may be no answer at all, a choice of three. */
function BooleanInput(props: ValueInputProps) {
  const { column, value, ids, onChange } = props
  if (!column.required && column.default === null) {
    return (
      <select
        {...commonOf(props)}
        value={value === true ? 'true' : value === false ? 'false' : ''}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? null : currentTarget.value === 'true')
        }
      >
        <option value="" />
        <option value="true">{valueWords('yes')}</option>
        <option value="false">{valueWords('no')}</option>
      </select>
    )
  }
  return (
    <span class="tick">
      <input
        id={ids?.id}
        type="checkbox"
        aria-label={props.label}
        aria-describedby={ids?.describedBy}
        disabled={props.isDisabled}
        autoFocus={props.autoFocus}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        onKeyDown={props.onKeyDown}
      />
    </span>
  )
}

function commonOf(props: ValueInputProps) {
  const { ids } = props
  return {
    id: ids?.id,
    class: 'input',
    'aria-label': props.label,
    'aria-describedby': ids?.describedBy,
    'aria-invalid': ids?.isInvalid === true,
    'aria-required': props.isRequired,
    placeholder: props.placeholder,
    disabled: props.isDisabled,
    autoFocus: props.autoFocus,
    onKeyDown: props.onKeyDown,
  }
}
