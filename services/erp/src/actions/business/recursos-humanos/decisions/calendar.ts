const DAY_MS = 24 * 60 * 60 * 1_000

/** The day so many days after another one; before it, where the number is negative. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** How many days there are from a day to another one, both counted. */
export function daysFromTo(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1
}

// So many days hold more working days than the law gives.
const COUNTED_DAYS = 10

/** Mondays to Fridays after a day, up to another one, counted no further than ten days. */
export function workingDays(from: string, to: string): number {
  const days = Array.from({ length: COUNTED_DAYS }, (_, index) => dayAfter(from, index + 1))
  return days.filter((day) => day <= to && new Date(day).getUTCDay() % 6 !== 0).length
}
