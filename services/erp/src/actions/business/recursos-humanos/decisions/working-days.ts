import type { Shift } from '../store/shift-store.ts'
import { dayAfter, daysFromTo } from './calendar.ts'

/** When an employee works: his shifts, the one that counts first, and the days on which nobody does. */
export interface WorkCalendar {
  readonly shifts: readonly Shift[]
  readonly holidays: ReadonlySet<string>
}

const SUNDAY = 7

/**
 * The days from one to another, both counted, on which an employee works: those of his shift, without one all but
 * Sundays, and no holiday.
 * @source Ley Federal del Trabajo, artículos 69, 71 and 74
 */
export function workedDays(calendar: WorkCalendar, from: string, to: string): readonly string[] {
  return Array.from({ length: daysFromTo(from, to) }, (_, index) => dayAfter(from, index)).filter(
    (day) => isWorked(calendar, day),
  )
}

function isWorked({ shifts, holidays }: WorkCalendar, day: string): boolean {
  if (holidays.has(day)) return false
  const weekday = new Date(day).getUTCDay() || SUNDAY
  const shift = shifts.find(({ desde, hasta }) => desde <= day && (hasta === null || hasta >= day))
  const days = shift?.dias ?? []
  return days.length === 0 ? weekday !== SUNDAY : days.includes(weekday)
}
