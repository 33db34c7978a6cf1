import { Field } from '@oficina/web/field.tsx'

export interface ChoiceFieldProps {
  readonly label: string
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly value: string
  readonly choices: readonly { readonly value: string; readonly text: string }[]
  readonly onChange: (value: string) => void
}

/** A labelled choice of a few values. */
export function ChoiceField({ label, help, error, value, choices, onChange }: ChoiceFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {({ id, describedBy, isInvalid }) => (
        <select
          class="input"
          id={id}
          value={value}
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
