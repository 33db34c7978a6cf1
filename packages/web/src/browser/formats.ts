import { language } from './language.ts'

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400
const WEEK_S = 604_800

// Making a formatter costs a hundred times what using one does; the number of forms is small and fixed.
const numbers = new Map<string, Intl.NumberFormat>()

/**
 * A decimal as the language writes it, with as many decimals as it has or at least `decimals`. Decimals come as text and
 * stay exact: no digit goes through a binary fraction.
 */
export function formatDecimal(value: string | number, decimals = 0): string {
  const text = String(value)
  const had = text.split('.')[1]?.length ?? 0
  const digits = Math.max(had, decimals)
  const key = `${language.value} ${digits}`
  const known =
    numbers.get(key) ??
    new Intl.NumberFormat(language.value, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  numbers.set(key, known)
  // Intl formats decimal text exactly, which the type of its parameter spells as a template.
  return known.format(text as `${number}`)
}

/** `2026-11-20` as `20 nov 2026`. A date has no time zone, so none is applied. */
export function formatDate(value: string): string {
  const date = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return value
  return dated('date', DAY).format(date)
}

/** A month such as `2026-11` as `nov 2026`; a year or anything else as it is. */
export function formatPeriod(value: string): string {
  const date = new Date(`${value}-01T00:00:00Z`)
  if (!/^\d{4}-\d\d$/.test(value) || Number.isNaN(date.getTime())) return value
  return dated('month', MONTH).format(date)
}

/** An instant in the person's own time zone, to the minute. */
export function formatInstant(value: string): string {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  return dated('instant', MOMENT).format(date)
}

const DAY: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
}
const MONTH: Intl.DateTimeFormatOptions = { month: 'short', year: 'numeric', timeZone: 'UTC' }
const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
const dates = new Map<string, Intl.DateTimeFormat>()

function dated(form: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language.value} ${form}`
  const known = dates.get(key) ?? new Intl.DateTimeFormat(language.value, options)
  dates.set(key, known)
  return known
}

/** An instant as people say it: `hace 5 minutos`, and the date when it is over a week ago. */
export function formatAgo(value: string, now: Date): string {
  const seconds = (new Date(value).getTime() - now.getTime()) / 1000
  if (Number.isNaN(seconds)) return value
  const past = Math.abs(seconds)
  if (past >= WEEK_S) return formatDate(value)
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' })
  if (past < MINUTE_S) return format.format(0, 'second')
  if (past < HOUR_S) return format.format(Math.round(seconds / MINUTE_S), 'minute')
  if (past < DAY_S) return format.format(Math.round(seconds / HOUR_S), 'hour')
  return format.format(Math.round(seconds / DAY_S), 'day')
}

const BYTES_OF_UNIT = 1000
const UNITS = ['kilobyte', 'megabyte', 'gigabyte']
const LEAST_KILOBYTES = 0.1

/** A size of a file: `1.2 MB`; what is smaller than a tenth of a kilobyte is said to be one. */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.max(bytes / BYTES_OF_UNIT, LEAST_KILOBYTES)
  const steps = Math.floor(Math.log(kilobytes) / Math.log(BYTES_OF_UNIT))
  const unit = Math.min(Math.max(steps, 0), UNITS.length - 1)
  return (kilobytes / BYTES_OF_UNIT ** unit).toLocaleString(language.value, {
    style: 'unit',
    unit: UNITS[unit] ?? 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  })
}
