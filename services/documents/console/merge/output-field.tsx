import { Field } from '@oficina/web/field.tsx'

import { words } from '../words/merge.ts'
import type { Output } from './run-merge.ts'

const OUTPUTS: readonly {
  readonly output: Output
  readonly word: 'onePdf' | 'zipPdf' | 'zipDocx'
}[] = [
  { output: 'pdf', word: 'onePdf' },
  { output: 'zip-pdf', word: 'zipPdf' },
  { output: 'zip-docx', word: 'zipDocx' },
]

interface OutputFieldProps {
  readonly output: Output
  readonly isDisabled: boolean
  readonly onChange: (output: Output) => void
}

/** Chooses what all rows become: one file, or an archive of one for each. */
export function OutputField({ output, isDisabled, onChange }: OutputFieldProps) {
  return (
    <Field label={words('as')}>
      {({ id }) => (
        <select
          id={id}
          class="input"
          value={output}
          disabled={isDisabled}
          onChange={({ currentTarget: { value } }) =>
            onChange(OUTPUTS.find((one) => one.output === value)?.output ?? 'pdf')
          }
        >
          {OUTPUTS.map((one) => (
            <option key={one.output} value={one.output}>
              {words(one.word)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
