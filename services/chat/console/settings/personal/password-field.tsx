import { Field } from '@oficina/web/field.tsx'

export interface PasswordFieldProps {
  readonly label: string
  readonly help?: string
  readonly error?: string | undefined
  readonly isNew?: boolean
  readonly value: string
  readonly onType: (value: string) => void
}

export function PasswordField({
  label,
  help,
  error,
  isNew = false,
  value,
  onType,
}: PasswordFieldProps) {
  return (
    <Field label={label} help={help} error={error} isRequired>
      {({ id, describedBy, isInvalid }) => (
        <input
          class="input"
          id={id}
          type="password"
          required
          autocomplete={isNew ? 'new-password' : 'current-password'}
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          value={value}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
