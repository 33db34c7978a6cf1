import { Field } from '@oficina/web/field.tsx'

import { words } from '../words/template.ts'
import type { TemplateData } from './use-data.ts'

const LOCALES = ['es-MX', 'en-US', 'es-ES', 'fr-FR', 'de-DE', 'pt-BR']
const ZONES = [
  'America/Mexico_City',
  'America/Tijuana',
  'America/Cancun',
  'America/New_York',
  'UTC',
]

export interface LookFieldsProps {
  readonly held: TemplateData
  readonly change: (changed: Partial<TemplateData>) => void
}

/** How dates and numbers are written. */
export function LookFields({ held, change }: LookFieldsProps) {
  return (
    <details class="look" open={held.locale !== '' || held.timezone !== ''}>
      <summary>{words('look')}</summary>
      <div class="data-form">
        <Field label={words('locale')}>
          {({ id }) => (
            <select
              id={id}
              class="input"
              value={held.locale}
              onChange={({ currentTarget }) => change({ locale: currentTarget.value })}
            >
              <option value="">{words('localeDefault')}</option>
              {LOCALES.map((locale) => (
                <option key={locale} value={locale}>
                  {locale}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words('timezone')}>
          {({ id }) => (
            <select
              id={id}
              class="input"
              value={held.timezone}
              onChange={({ currentTarget }) => change({ timezone: currentTarget.value })}
            >
              <option value="">{words('timezoneDefault')}</option>
              {ZONES.map((zone) => (
                <option key={zone} value={zone}>
                  {zone}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </details>
  )
}
