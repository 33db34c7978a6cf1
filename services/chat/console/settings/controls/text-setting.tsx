import { useEffect, useState } from 'preact/hooks'
import { Field } from '@oficina/web/field.tsx'

import { SaveMark } from '../frame/save-mark.tsx'
import { useSaver } from '../frame/use-setting.ts'

export interface TextSettingProps {
  readonly label: string
  readonly help?: string | undefined
  readonly value: string
  readonly maxLength?: number | undefined
  readonly type?: 'text' | 'url' | 'date' | 'number'
  readonly min?: number
  readonly max?: number
  readonly isLong?: boolean
  readonly isDisabled?: boolean | undefined
  readonly placeholder?: string | undefined
  readonly save: (value: string) => Promise<unknown>
}

/** A text that is saved when it is left or Enter is pressed; Esc takes back what was typed. */
export function TextSetting({
  value,
  save,
  label,
  help,
  isLong = false,
  ...rest
}: TextSettingProps) {
  const [typed, setTyped] = useState(value)
  const saver = useSaver()
  useEffect(() => setTyped(value), [value])
  const { isDisabled = false, maxLength, type = 'text', placeholder, min, max } = rest
  const finish = (): void => {
    if (typed !== value) void saver.save(() => save(typed))
  }
  const shared = {
    class: 'input',
    value: typed,
    disabled: isDisabled,
    maxLength,
    placeholder,
    onBlur: finish,
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !isLong) finish()
    if (event.key !== 'Escape' || typed === value) return
    event.stopPropagation()
    setTyped(value)
  }
  return (
    <div class="setting-line">
      <Field label={label} help={help}>
        {({ id, describedBy }) =>
          isLong ? (
            <textarea
              {...shared}
              id={id}
              aria-describedby={describedBy}
              rows={4}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
          ) : (
            <input
              {...shared}
              id={id}
              // The types want one element a type.
              type={type as 'text'}
              min={min}
              max={max}
              aria-describedby={describedBy}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
          )
        }
      </Field>
      <SaveMark state={saver.state} />
    </div>
  )
}
