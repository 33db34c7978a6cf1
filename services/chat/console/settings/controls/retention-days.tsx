import { Field } from '@oficina/web/field.tsx'

import { words } from '../../words/limits.ts'

export interface RetentionDaysProps {
  readonly label: string
  readonly help?: string | undefined
  /** Days; -1: for ever; null: as the organization, where `hasDefault`. */
  readonly value: number | null
  readonly hasDefault?: boolean
  readonly isDisabled: boolean
  readonly onChange: (days: number | null) => void
}

const FIRST_DAYS = 30

/** How long messages are kept. */
export function RetentionDays(props: RetentionDaysProps) {
  const { label, help, value, hasDefault = false, isDisabled, onChange } = props
  const kind = value === null ? 'default' : value === -1 ? 'ever' : 'days'
  return (
    <Field label={label} help={help}>
      {({ id, describedBy }) => (
        <div class="row">
          <select
            class="input"
            id={id}
            aria-describedby={describedBy}
            disabled={isDisabled}
            value={kind}
            onChange={(event) => {
              const chosen = event.currentTarget.value
              onChange(chosen === 'default' ? null : chosen === 'ever' ? -1 : FIRST_DAYS)
            }}
          >
            {hasDefault && <option value="default">{words('asOrganization')}</option>}
            <option value="ever">{words('forEver')}</option>
            <option value="days">{words('someDays')}</option>
          </select>
          {kind === 'days' && (
            <>
              <input
                class="input setting-number"
                type="number"
                min={1}
                aria-label={`${label}: ${words('daysWord')}`}
                disabled={isDisabled}
                value={String(value)}
                onInput={(event) => {
                  const days = event.currentTarget.valueAsNumber
                  if (Number.isInteger(days) && days > 0) onChange(days)
                }}
              />
              <span class="muted">{words('daysWord')}</span>
            </>
          )}
        </div>
      )}
    </Field>
  )
}
