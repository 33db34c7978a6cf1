import { language } from '@oficina/web/language.ts'

import { userSettings } from '../../state/own/own.ts'

/** A time to come as people say it: the day and the hour, in the person's own form of hours. */
export function timeWords(at: Date): string {
  return new Intl.DateTimeFormat(language.value, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    hour12: userSettings.value?.twenty_four_hour_time === false,
  }).format(at)
}
