import { language } from '@oficina/web/language.ts'

const DAY_MS = 86_400_000

/** The day of a moment in the reader's zone: `2026-11-20`. */
export function dayOf(timestamp: number): string {
  const date = new Date(timestamp * 1000)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A day as people say it: today, yesterday, the weekday of this week, else the date. */
export function dayName(day: string, now: Date): string {
  const date = new Date(`${day}T00:00:00`)
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const days = Math.round((date.getTime() - today.getTime()) / DAY_MS)
  if (days === 0 || days === -1) {
    const name = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' }).format(
      days,
      'day',
    )
    return name.charAt(0).toLocaleUpperCase(language.value) + name.slice(1)
  }
  return date.toLocaleDateString(language.value, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  })
}

/** How many hours a clock counts. */
export type Hours = 12 | 24

/** A time as the person has it: `16:05` or `4:05 p. m.` */
export function clockTime(timestamp: number, hours: Hours): string {
  return formatter(hours).format(timestamp * 1000)
}

// Making a formatter costs a hundred times what using one does.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(hours: Hours): Intl.DateTimeFormat {
  const key = `${language.value} ${hours}`
  const known =
    formatters.get(key) ??
    new Intl.DateTimeFormat(language.value, {
      hour: 'numeric',
      minute: '2-digit',
      hour12: hours === 12,
    })
  formatters.set(key, known)
  return known
}

/** A moment to the second with its day, as shown on hover. */
export function exactTime(timestamp: number): string {
  return new Date(timestamp * 1000).toLocaleString(language.value, {
    dateStyle: 'full',
    timeStyle: 'medium',
  })
}
