import { useState } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { formatDecimal } from '@oficina/web/formats.ts'

import { leastDecimals } from './column-kinds.ts'
import { decimalOf, isDecimal, trimmedDecimal } from './decimal-text.ts'
import { useSelected } from './use-selected.ts'
import type { ValueInputProps } from './value-props.ts'

/**
 * A number typed as text, so that every digit stays: with separators of thousands while nobody types in it, and as it is
 * typed meanwhile.
 */
export function DecimalInput({ column, value, ids, onChange, ...props }: ValueInputProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const held = value === null || value === undefined ? '' : String(value)
  const shown = isDecimal(held) ? formatDecimal(trimmedDecimal(held, leastDecimals(column))) : held
  const input = useSelected(typed !== undefined)
  const isPercent = props.widget === 'percent'
  return (
    <div class={classes('with-unit', isPercent && 'has-unit')}>
      <input
        ref={input}
        id={ids?.id}
        class="input num"
        inputMode={column.type === 'integer' ? 'numeric' : 'decimal'}
        autocomplete="off"
        aria-label={props.label}
        aria-describedby={ids?.describedBy}
        aria-invalid={ids?.isInvalid === true}
        aria-required={props.isRequired}
        placeholder={props.placeholder}
        disabled={props.isDisabled}
        autoFocus={props.autoFocus}
        value={typed ?? shown}
        onFocus={() => setTyped(isDecimal(held) ? trimmedDecimal(held, 0) : held)}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(wireValue(currentTarget.value))
        }}
        onBlur={() => setTyped(undefined)}
        onKeyDown={props.onKeyDown}
      />
      {isPercent && <span aria-hidden="true">%</span>}
    </div>
  )
}

/** The text that the service takes, or null for nothing; what is no number is sent as typed, so that it is told. */
function wireValue(typed: string): string | null {
  return typed.trim() === '' ? null : decimalOf(typed)
}
