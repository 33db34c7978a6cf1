import { wordsOf } from '@oficina/web/words.ts'

/** How long something may be done, or is kept. */
export const words = wordsOf(
  {
    anyTime: 'Sin límite',
    other: 'Otro…',
    minutes: 'minutos',
    minutesCount: '{count} minuto|{count} minutos',
    hours: '{count} hora|{count} horas',
    days: '{count} día|{count} días',
    weeks: '{count} semana|{count} semanas',
    daysWord: 'días',
    forEver: 'Para siempre',
    someDays: 'Una cantidad de días',
    asOrganization: 'Como la organización',
    never: 'Nunca',
  },
  {
    anyTime: 'Any time',
    other: 'Other…',
    minutes: 'minutes',
    minutesCount: '{count} minute|{count} minutes',
    hours: '{count} hour|{count} hours',
    days: '{count} day|{count} days',
    weeks: '{count} week|{count} weeks',
    daysWord: 'days',
    forEver: 'For ever',
    someDays: 'A number of days',
    asOrganization: 'As the organization',
    never: 'Never',
  },
)
