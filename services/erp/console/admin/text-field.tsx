import { Field } from '@oficina/web/field.tsx'

export interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly help?: string
  readonly error?: string | undefined
  readonly isRequired?: boolean
  readonly type?: 'text' | 'number' | 'instant' | 'lines'
  readonly autoFocus?: boolean
}

/** A labelled field of text. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, help, error, isRequired = false, type = 'text' } = props
  return (
    <Field label={label} help={help} error={error} isRequired={isRequired}>
      {({ id, describedBy, isInvalid }) => {
        const common = {
          class: 'input',
          id,
          value,
          required: isRequired,
          'aria-describedby': describedBy,
          'aria-invalid': isInvalid,
          onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
            onChange(currentTarget.value),
        }
        if (type === 'lines') return <textarea {...common} rows={3} spellcheck={false} />
        if (type === 'number') return <input {...common} type="number" min={1} />
        if (type === 'instant') return <input {...common} type="datetime-local" />
        return <input {...common} type="text" autoFocus={props.autoFocus} />
      }}
    </Field>
  )
}
