import { useState } from 'preact/hooks'
import { Field } from '@oficina/web/field.tsx'

import { words } from '../../words/limits.ts'

export interface TimeLimitProps {
  readonly label: string
  readonly help?: string | undefined
  /** Seconds; null: without limit. */
  readonly value: number | null
  readonly isDisabled: boolean
  readonly onChange: (seconds: number | null) => void
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

const OFFERED: readonly number[] = [2 * MINUTE, 10 * MINUTE, HOUR, DAY, 7 * DAY, 30 * DAY]

/** How long something may be done, as people say it; any number of minutes too. */
export function TimeLimit({ label, help, value, isDisabled, onChange }: TimeLimitProps) {
  const [isOther, setOther] = useState(value !== null && !OFFERED.includes(value))
  const choose = (chosen: string): void => {
    setOther(chosen === 'other')
    if (chosen === 'any') onChange(null)
    else if (chosen !== 'other') onChange(Number(chosen))
  }
  return (
    <Field label={label} help={help}>
      {({ id, describedBy }) => (
        <div class="row">
          <select
            class="input"
            id={id}
            aria-describedby={describedBy}
            disabled={isDisabled}
            value={isOther ? 'other' : value === null ? 'any' : String(value)}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            <option value="any">{words('anyTime')}</option>
            {OFFERED.map((seconds) => (
              <option key={seconds} value={String(seconds)}>
                {durationLabel(seconds)}
              </option>
            ))}
            <option value="other">{words('other')}</option>
          </select>
          {isOther && (
            <input
              class="input setting-number"
              type="number"
              min={1}
              aria-label={`${label}: ${words('minutes')}`}
              disabled={isDisabled}
              value={String(Math.max(1, Math.round((value ?? MINUTE) / MINUTE)))}
              onInput={(event) => {
                const minutes = event.currentTarget.valueAsNumber
                if (minutes >= 1) onChange(Math.round(minutes * MINUTE))
              }}
            />
          )}
          {isOther && <span class="muted">{words('minutes')}</span>}
        </div>
      )}
    </Field>
  )
}

/** `10 minutes`, `2 hours`, `7 days`: in the largest unit that fits. */
export function durationLabel(seconds: number): string {
  if (seconds % DAY === 0) return words('days', { count: seconds / DAY })
  if (seconds % HOUR === 0) return words('hours', { count: seconds / HOUR })
  return words('minutesCount', { count: Math.round(seconds / MINUTE) })
}
