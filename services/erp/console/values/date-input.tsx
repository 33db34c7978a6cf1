import '@preact/signals'
import calendarIcon from 'lucide-static/icons/calendar.svg'
import { useRef, useState } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { formatDate } from '@oficina/web/formats.ts'
import { language } from '@oficina/web/language.ts'

import { companyDay } from '../metadata/company-day.ts'
import { words } from '../words/inputs.ts'
import { dateOf, typedDate } from './date-text.ts'
import { useSelected } from './use-selected.ts'
import type { ValueInputProps } from './value-props.ts'

/** A day, typed in any of the ways that people write one, or chosen in a calendar. */
export function DateInput({ value, ids, isCell = false, onChange, ...props }: ValueInputProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const input = useSelected(typed !== undefined)
  const calendar = useRef<HTMLInputElement>(null)
  const held = value === null || value === undefined ? '' : String(value)
  const order = language.value === 'en' ? 'month-first' : 'day-first'
  const take = (text: string): void => {
    if (text.trim() === '') onChange(null)
    else onChange(dateOf(text, { today: companyDay(new Date()), order }))
  }
  const isDay = /^\d{4}-\d\d-\d\d$/.test(held)
  return (
    <div class={isCell ? undefined : 'with-calendar'}>
      <input
        ref={input}
        id={ids?.id}
        class="input"
        type="text"
        autocomplete="off"
        aria-label={props.label}
        aria-describedby={ids?.describedBy}
        aria-invalid={ids?.isInvalid === true || (held !== '' && !isDay && typed === undefined)}
        aria-required={props.isRequired}
        placeholder={typed === undefined ? props.placeholder : words('dayForm')}
        disabled={props.isDisabled}
        autoFocus={props.autoFocus}
        value={typed ?? (isDay ? formatDate(held) : held)}
        onFocus={() => setTyped(typedDate(held, order))}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          take(currentTarget.value)
        }}
        onBlur={() => setTyped(undefined)}
        onKeyDown={props.onKeyDown}
      />
      {!isCell && props.isDisabled !== true && (
        <>
          <IconButton
            icon={calendarIcon}
            label={words('calendar')}
            tabIndex={-1}
            onClick={() => calendar.current?.showPicker()}
          />
          <input
            ref={calendar}
            class="calendar"
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={isDay ? held : ''}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.value === '' ? null : currentTarget.value)
            }
          />
        </>
      )}
    </div>
  )
}
