type ScheduleName =
  | 'todayAfternoon'
  | 'todayEvening'
  | 'tomorrowMorning'
  | 'tomorrowAfternoon'
  | 'monday'

export interface ScheduleTime {
  readonly name: ScheduleName
  readonly at: Date
}

const MORNING = 9
const AFTERNOON = 16
const EVENING = 19
const MONDAY = 1
// A time that is over before one has read it helps nobody.
const LEAST_AHEAD_MS = 15 * 60_000

/** The times at which people send later: those of today that are still ahead, tomorrow, and the next Monday. */
export function scheduleTimes(now: Date): readonly ScheduleTime[] {
  const daysToMonday = (MONDAY - now.getDay() + 7) % 7 || 7
  const all: readonly ScheduleTime[] = [
    { name: 'todayAfternoon', at: at(now, 0, AFTERNOON) },
    { name: 'todayEvening', at: at(now, 0, EVENING) },
    { name: 'tomorrowMorning', at: at(now, 1, MORNING) },
    { name: 'tomorrowAfternoon', at: at(now, 1, AFTERNOON) },
    { name: 'monday', at: at(now, daysToMonday, MORNING) },
  ]
  return all.filter(
    (one) =>
      one.at.getTime() - now.getTime() >= LEAST_AHEAD_MS &&
      (one.name !== 'monday' || daysToMonday > 1),
  )
}

function at(now: Date, days: number, hour: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
}

/** An instant as `datetime-local` fields write it, in the person's zone. */
export function localValue(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** What a `datetime-local` field says; undefined while it is not whole. */
export function dateOfLocal(value: string): Date | undefined {
  const date = new Date(value)
  return value === '' || Number.isNaN(date.getTime()) ? undefined : date
}

/** The time as messages write it, with the zone that the writer meant: `<time:2026-11-22T17:00:00-06:00>`. */
export function timeMark(date: Date): string {
  const offset = -date.getTimezoneOffset()
  const two = (value: number): string => String(value).padStart(2, '0')
  const away = Math.abs(offset)
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`
  return `<time:${localValue(date)}:00${zone}>`
}
