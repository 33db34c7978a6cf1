import { language } from '@oficina/web/language.ts'

import { words } from '../words/sendings.ts'

export interface Rhythm {
  readonly frecuencia: 'diaria' | 'semanal' | 'mensual'
  readonly dia: number | null
  readonly hora: number
}

// A Monday: weekdays are numbered from it.
const MONDAY_MS = Date.UTC(2026, 0, 5)
const DAY_MS = 86_400_000

/** Of 1, a Monday, to 7. */
export function weekdayName(day: number): string {
  const format = new Intl.DateTimeFormat(language.value, { weekday: 'long', timeZone: 'UTC' })
  return format.format(MONDAY_MS + (day - 1) * DAY_MS)
}

export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** Such as `Cada lunes a las 08:00`. */
export function rhythmText({ frecuencia, dia, hora }: Rhythm): string {
  const hour = hourText(hora)
  switch (frecuencia) {
    case 'diaria':
      return words('daily', { hour })
    case 'semanal':
      return words('weekly', { day: weekdayName(dia ?? 1), hour })
    case 'mensual':
      return words('monthly', { day: dia ?? 1, hour })
  }
}
