import { Field, type FieldProps } from '@oficina/web/field.tsx'

import { SaveMark } from '../frame/save-mark.tsx'
import { useSetting } from '../frame/use-setting.ts'

/** A value of the wire: a select has texts only, so it is told by its place in the list. */
export type ChoiceValue = string | number | boolean | null

export interface ChoiceOption<T extends ChoiceValue> {
  readonly value: T
  readonly label: string
}

export interface ChoiceProps<T extends ChoiceValue> extends Omit<FieldProps, 'children'> {
  readonly value: T
  readonly options: readonly ChoiceOption<T>[]
  readonly isDisabled?: boolean | undefined
  readonly onChange: (value: T) => void
}

/** One of a few values. */
export function Choice<T extends ChoiceValue>({
  value,
  options,
  isDisabled = false,
  onChange,
  ...field
}: ChoiceProps<T>) {
  const at = options.findIndex((option) => option.value === value)
  return (
    <Field {...field}>
      {({ id, describedBy }) => (
        <select
          class="input"
          id={id}
          aria-describedby={describedBy}
          disabled={isDisabled}
          value={String(at)}
          onChange={(event) => {
            const chosen = options[Number(event.currentTarget.value)]
            if (chosen !== undefined) onChange(chosen.value)
          }}
        >
          {at === -1 && <option value="-1">{String(value ?? '')}</option>}
          {options.map((option, index) => (
            <option key={index} value={String(index)}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export interface ChoiceSettingProps<T extends ChoiceValue> extends Omit<
  ChoiceProps<T>,
  'onChange'
> {
  readonly save: (value: T) => Promise<unknown>
}

/** The same, saved as soon as it changes. */
export function ChoiceSetting<T extends ChoiceValue>({
  value,
  save,
  ...rest
}: ChoiceSettingProps<T>) {
  const { shown, state, change } = useSetting(value, save)
  return (
    <div class="setting-line">
      <Choice {...rest} value={shown} onChange={change} />
      <SaveMark state={state} />
    </div>
  )
}
