import { useState } from 'preact/hooks'

import { words } from '../words/inputs.ts'
import type { ValueInputProps } from './value-props.ts'

/** JSON as text; what is no JSON stays in the field, and is told when it is left. */
export function JsonInput({ value, ids, onChange, ...props }: ValueInputProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [isWrong, setWrong] = useState(false)
  const written = value === null || value === undefined ? '' : JSON.stringify(value, undefined, 2)
  return (
    <>
      <textarea
        id={ids?.id}
        class="input code"
        rows={4}
        spellcheck={false}
        aria-label={props.label}
        aria-describedby={ids?.describedBy}
        aria-invalid={isWrong || ids?.isInvalid === true}
        disabled={props.isDisabled}
        autoFocus={props.autoFocus}
        value={typed ?? written}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          const parsed = parsedOf(currentTarget.value)
          setWrong(parsed === undefined)
          if (parsed !== undefined) onChange(parsed)
        }}
        onKeyDown={props.onKeyDown}
      />
      {isWrong && (
        <p class="field-error" role="alert">
          {words('notJson')}
        </p>
      )}
    </>
  )
}

/** Undefined for what is no JSON; nothing typed is null. */
function parsedOf(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
