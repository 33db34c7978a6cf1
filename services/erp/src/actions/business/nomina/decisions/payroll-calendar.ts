import { dayAfter } from './calendar.ts'

// The days on which a group of people is paid. @source docs/decisions/0295-erp-payroll-run.md

/** How often a group is paid, by the SAT's key of `PeriodicidadPago`; other keys have no calendar. */
export type Rhythm = '01' | '02' | '03' | '04' | '05' | '06' | '10'

/** What a calendar of a year is made of. */
export interface CalendarTerms {
  readonly year: number
  readonly rhythm: Rhythm
  /** The first day of the first period; null: a rhythm of the month begins with the year, another on its first Monday. */
  readonly firstDay: string | null
  /** Days between the end of a period and its pay; below zero: before its end. */
  readonly payAfter: number
  /** On which banks do not work, besides Saturdays and Sundays. */
  readonly closedDays: ReadonlySet<string>
  /** For which somebody is paid in a period: `15`, `15.2`, as the group says. */
  readonly paidDays: string
}

/** A period: all of its days are `2026-01-15`. */
export interface CalendarPeriod {
  readonly numero: number
  readonly fecha_inicio: string
  readonly fecha_fin: string
  /** A day on which banks work, the last one that is not after what the terms say. */
  readonly fecha_pago: string
  readonly dias_pago: string
  /** The month in which it is paid, 1 to 12: for ISR it counts there (LISR 96). */
  readonly mes_acumulacion: number
  readonly fin_mes: boolean
  readonly fin_bimestre: boolean
  readonly fin_ejercicio: boolean
}

const FIXED_DAYS: Readonly<Partial<Record<Rhythm, number>>> = { '01': 1, '02': 7, '03': 14 }

/** The first days of the periods of a month. */
const STARTS: Readonly<Partial<Record<Rhythm, readonly number[]>>> = {
  '04': [1, 16],
  '05': [1],
  '06': [1],
  '10': [1, 11, 21],
}

/** The keys of `PeriodicidadPago` that have a calendar. */
export const RHYTHMS: ReadonlySet<string> = new Set([
  ...Object.keys(FIXED_DAYS),
  ...Object.keys(STARTS),
])

export function isRhythm(key: string): key is Rhythm {
  return RHYTHMS.has(key)
}

/** Whether the months decide where its periods begin, so that nobody can say it. */
export function isOfMonths(rhythm: Rhythm): boolean {
  return FIXED_DAYS[rhythm] === undefined
}

/** The periods that are paid in a year, numbered from 1: they follow one another without a gap. */
export function payrollCalendar(terms: CalendarTerms): readonly CalendarPeriod[] {
  const paid = spans(terms)
    .map((span) => ({ ...span, fecha_pago: payDay(span.fecha_fin, terms) }))
    .filter(({ fecha_pago }) => yearOf(fecha_pago) === terms.year)
  return paid.map((span, index) => {
    const month = monthOf(span.fecha_pago)
    const next = paid[index + 1]
    const isLast = next === undefined
    const endsMonth = isLast || monthOf(next.fecha_pago) !== month
    return {
      numero: index + 1,
      ...span,
      dias_pago: terms.paidDays,
      mes_acumulacion: month,
      fin_mes: endsMonth,
      // A rhythm of two months ends one each time, whatever month it is paid in.
      fin_bimestre: endsMonth && (month % 2 === 0 || terms.rhythm === '06'),
      fin_ejercicio: isLast,
    }
  })
}

type Span = Pick<CalendarPeriod, 'fecha_inicio' | 'fecha_fin'>

/** The spans that may be paid in the year: also those that begin a little before it or end a little after it. */
function spans({ year, rhythm, firstDay, payAfter }: CalendarTerms): readonly Span[] {
  const days = FIXED_DAYS[rhythm]
  if (days === undefined) return monthSpans(year, rhythm)
  const first = firstDay ?? firstMonday(year)
  const found: Span[] = []
  for (let start = first; ; start = dayAfter(start, days)) {
    const end = dayAfter(start, days - 1)
    // What is paid is at most so many days before its end and a long weekend.
    if (yearOf(dayAfter(end, payAfter - LONG_WEEKEND)) > year) return found
    found.push({ fecha_inicio: start, fecha_fin: end })
  }
}

const LONG_WEEKEND = 10

function monthSpans(year: number, rhythm: Rhythm): readonly Span[] {
  const starts = STARTS[rhythm] ?? []
  const step = rhythm === '06' ? 2 : 1
  const found: Span[] = []
  // From a period before the year on, and one behind it: pay may lie in another year than its days.
  for (let month = 1 - step; month <= 12 + step; month += step) {
    for (const [index, day] of starts.entries()) {
      const next = starts[index + 1]
      const after = next === undefined ? dayIn(year, month + step, 1) : dayIn(year, month, next)
      found.push({ fecha_inicio: dayIn(year, month, day), fecha_fin: dayAfter(after, -1) })
    }
  }
  return found
}

/** Months below 1 and above 12 lie in the years beside it. */
function dayIn(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

function firstMonday(year: number): string {
  const weekday = weekdayOf(dayIn(year, 1, 1))
  return dayIn(year, 1, 1 + ((8 - weekday) % 7))
}

function payDay(end: string, { payAfter, closedDays }: CalendarTerms): string {
  let day = dayAfter(end, payAfter)
  while (weekdayOf(day) % 6 === 0 || closedDays.has(day)) day = dayAfter(day, -1)
  return day
}

/** Sunday is 0. */
function weekdayOf(day: string): number {
  return new Date(day).getUTCDay()
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

function monthOf(day: string): number {
  return Number(day.slice(5, 7))
}
