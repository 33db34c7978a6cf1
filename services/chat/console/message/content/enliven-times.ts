import { language } from '@oficina/web/language.ts'

import type { ContentReader } from './content-reader.ts'

/** Moments are written in the reader's own zone and language, the zone's name on hover. */
export function enlivenTimes(root: ParentNode, { isTwentyFourHours }: ContentReader): void {
  for (const time of root.querySelectorAll('time')) {
    const moment = new Date(time.dateTime)
    if (Number.isNaN(moment.getTime())) continue
    time.textContent = format(moment, { isTwentyFourHours, isLong: false })
    time.title = format(moment, { isTwentyFourHours, isLong: true })
    time.classList.add('moment')
  }
}

function format(
  moment: Date,
  { isTwentyFourHours, isLong }: { readonly isTwentyFourHours: boolean; readonly isLong: boolean },
): string {
  return moment.toLocaleString(language.value, {
    weekday: isLong ? 'long' : 'short',
    day: 'numeric',
    month: isLong ? 'long' : 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: !isTwentyFourHours,
    ...(isLong ? { timeZoneName: 'long' } : {}),
  })
}
