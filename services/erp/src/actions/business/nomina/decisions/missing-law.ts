import type { LawRows } from '../store/law-rows.ts'
import type { MissingTable } from './law-found.ts'
import { lawOnDay, newYear, yearOf } from './law-on-day.ts'

// From then on the tables of the year that follows are published, so that what is not there is worth a warning.
const WARNED_FROM = '12-01'

/**
 * The day up to which the law's tables should be there: of `soon` the day itself, and from December on New Year's Day; of
 * `next year` the end of the year that follows.
 */
export function reachOf(day: string, reach: 'soon' | 'next year'): string {
  const next = yearOf(day) + 1
  if (reach === 'next year') return `${next}-12-31`
  return day.slice(5) >= WARNED_FROM ? `${next}-01-01` : day
}

/** What is missing on a day and up to another, each table from the first day on which it is. */
export function missingLaw(rows: LawRows, day: string, until: string): readonly MissingTable[] {
  const missing = daysOfChange(day, until).flatMap((change) => {
    const found = lawOnDay(rows, change)
    return found.ok ? [] : found.error
  })
  const byTable = Map.groupBy(missing, ({ model, keys }) => `${model} ${keys.join(' ')}`)
  return [...byTable.values()].flatMap(([first]) => first ?? [])
}

/** The days on which the law's tables change: the day itself, each January's first, and each February's, the UMA's. */
function daysOfChange(day: string, until: string): readonly string[] {
  const years = Array.from(
    { length: yearOf(until) - yearOf(day) + 1 },
    (_, add) => yearOf(day) + add,
  )
  const changes = years.flatMap((year) => [newYear(`${year}`), `${year}-02-01`])
  return [day, ...changes.filter((change) => change > day && change <= until)]
}
