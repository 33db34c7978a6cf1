import { valueOf, type Facet } from './facets.ts'

/** Days that people ask for by name. */
export type SpanName =
  | 'today'
  | 'yesterday'
  | 'thisWeek'
  | 'lastWeek'
  | 'thisMonth'
  | 'lastMonth'
  | 'thisYear'
  | 'lastYear'

/** From a day to another, both inside; undefined: without an end. */
export interface DaySpan {
  readonly from: string | undefined
  readonly to: string | undefined
}

export const SPAN_NAMES: readonly SpanName[] = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
]

/** A named span as of a day such as `2026-11-22`. Weeks begin on Monday. */
export function daySpan(
  name: SpanName,
  today: string,
): { readonly from: string; readonly to: string } {
  const [year = 0, month = 0, date = 0] = today.split('-').map(Number)
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: day(year, month, date - 1), to: day(year, month, date - 1) }
    case 'thisWeek':
      return { from: day(year, month, date - weekday), to: day(year, month, date - weekday + 6) }
    case 'lastWeek':
      return {
        from: day(year, month, date - weekday - 7),
        to: day(year, month, date - weekday - 1),
      }
    case 'thisMonth':
      return { from: day(year, month, 1), to: day(year, month + 1, 0) }
    case 'lastMonth':
      return { from: day(year, month - 1, 1), to: day(year, month, 0) }
    case 'thisYear':
      return { from: day(year, 1, 1), to: day(year, 12, 31) }
    case 'lastYear':
      return { from: day(year - 1, 1, 1), to: day(year - 1, 12, 31) }
  }
}

export function nameOfSpan({ from, to }: DaySpan, today: string): SpanName | undefined {
  return SPAN_NAMES.find((name) => {
    const span = daySpan(name, today)
    return span.from === from && span.to === to
  })
}

// The service counts days as Mexico City does, six hours behind UTC all year; an instant is asked for by its offset.
const OFFSET = '-06:00'
const DAY_BEGINS = `T00:00:00${OFFSET}`
const DAY_ENDS = `T23:59:59.999${OFFSET}`

/** The facet that wants a date, or an instant of one of the days. */
export function spanFacet(path: string, { from, to }: DaySpan, kind: 'day' | 'instant'): Facet {
  const begins = kind === 'day' ? '' : DAY_BEGINS
  const ends = kind === 'day' ? '' : DAY_ENDS
  if (kind === 'day' && from !== undefined && from === to)
    return { path, conditions: [[path, from]] }
  return {
    path,
    conditions: [
      ...(from === undefined ? [] : [[`${path}__gte`, from + begins] as const]),
      ...(to === undefined ? [] : [[`${path}__lte`, to + ends] as const]),
    ],
  }
}

/** The days that a facet wants, whole days of a span of instants. */
export function spanOf(facet: Facet): DaySpan {
  const same = valueOf(facet, 'eq')?.slice(0, 10)
  return {
    from: same ?? valueOf(facet, 'gte')?.slice(0, 10),
    to: same ?? valueOf(facet, 'lte')?.slice(0, 10),
  }
}

/** Months and days beyond their ends run over, as dates do: day 0 is the last of the month before. */
function day(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
}

/** The day that the service counts this moment to. */
export function today(): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Mexico_City',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date())
}
