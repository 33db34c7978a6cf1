const MEXICAN_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' })
const SECOND_MS = 1_000

// Every request asks for the day of the same moment, and no zone changes its day within a second.
const latest = { second: Number.NaN, day: '' }

/** The day in Mexico City, by which fiscal days are counted, as `YYYY-MM-DD`. */
export function mexicanDay(nowMs: number): string {
  const second = Math.floor(nowMs / SECOND_MS)
  if (latest.second !== second) {
    latest.day = MEXICAN_DAY.format(nowMs)
    latest.second = second
  }
  return latest.day
}
