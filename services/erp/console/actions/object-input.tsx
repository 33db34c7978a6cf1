import { useState } from 'preact/hooks'
import { Field } from '@oficina/web/field.tsx'

import type { ObjectField } from './action-description.ts'

interface ObjectInputProps {
  readonly label: string
  readonly fields: readonly ObjectField[]
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

/** Several texts that go together, such as what the columns of a file are called; nothing typed is nothing sent. */
export function ObjectInput({ label, fields, error, onChange }: ObjectInputProps) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const isBegun = Object.keys(texts).length > 0
  const change = (name: string, typed: string): void => {
    const { [name]: _before, ...others } = texts
    const changed = typed === '' ? others : { ...others, [name]: typed }
    setTexts(changed)
    onChange(Object.keys(changed).length === 0 ? null : changed)
  }
  return (
    <fieldset class="group-input wide">
      <legend>{label}</legend>
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      <div class="group-fields">
        {fields.map(({ name, label: text, required }) => (
          <Field key={name} label={text} isRequired={required && isBegun}>
            {({ id }) => (
              <input
                id={id}
                class="input"
                autocomplete="off"
                value={texts[name] ?? ''}
                onInput={({ currentTarget }) => change(name, currentTarget.value)}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
