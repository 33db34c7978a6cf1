/** A point in time and the zone that it is to be shown in; a date without time is shown as it is in every zone. */
export type Moment = { readonly epochMs: number; readonly isLocal: boolean }

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Reads ISO 8601 text or milliseconds since 1970. Without an offset it is wall-clock time, which no zone shifts. */
export function parseMoment(value: unknown): Moment | undefined {
  if (typeof value === 'number')
    return isTime(value) ? { epochMs: value, isLocal: false } : undefined
  if (typeof value !== 'string') return undefined
  const found = ISO.exec(value.trim())
  if (found === null) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset] = found
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1000)
  const epochMs = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    milliseconds,
  )
  const read = new Date(epochMs)
  if (
    !isTime(epochMs) ||
    read.getUTCMonth() !== Number(month) - 1 ||
    read.getUTCDate() !== Number(day)
  )
    return undefined
  if (offset === undefined) return { epochMs, isLocal: true }
  return { epochMs: epochMs - offsetMs(offset), isLocal: false }
}

function isTime(epochMs: number): boolean {
  return Math.abs(epochMs) <= 8.64e15
}

function offsetMs(offset: string): number {
  if (offset === 'Z' || offset === 'z') return 0
  const sign = offset.startsWith('-') ? -1 : 1
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))) * 60_000
}

type Style = 'full' | 'long' | 'medium' | 'short'
const STYLES: ReadonlySet<string> = new Set<Style>(['full', 'long', 'medium', 'short'])

function isStyle(text: string): text is Style {
  return STYLES.has(text)
}

export type DateWriter = (epochMs: number) => string

export type DateFormat = {
  readonly pattern: string
  readonly locale: string
  readonly timezone: string
  readonly parts: 'date' | 'time' | 'datetime'
}

/** @throws RangeError for a locale or a time zone that does not exist */
export function createDateWriter(format: DateFormat): DateWriter {
  const { pattern, locale, timezone, parts } = format
  if (isStyle(pattern)) {
    const writer = new Intl.DateTimeFormat(locale, {
      timeZone: timezone,
      ...(parts === 'time' ? {} : { dateStyle: pattern }),
      ...(parts === 'date'
        ? {}
        : { timeStyle: pattern === 'full' || pattern === 'long' ? 'medium' : pattern }),
    })
    return (epochMs) => writer.format(epochMs)
  }
  const fields = pattern.match(PATTERN_FIELD) ?? []
  const writers = fields.map((field) => fieldWriter(field, locale, timezone))
  return (epochMs) => writers.map((write) => write(epochMs)).join('')
}

// Quoted text, a run of one letter, or anything else.
const PATTERN_FIELD = /'(?:[^']|'')*'|y+|M+|d+|E+|H+|h+|m+|s+|S+|a+|[^]/g

const FIELDS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  MMMM: { month: 'long', day: 'numeric' },
  MMM: { month: 'short', day: 'numeric' },
  EEEE: { weekday: 'long' },
  EEE: { weekday: 'short' },
  E: { weekday: 'short' },
  a: { hour: 'numeric', hour12: true },
}

function fieldWriter(field: string, locale: string, timezone: string): DateWriter {
  if (field.startsWith("'")) {
    const literal = field === "''" ? "'" : field.slice(1, -1).replaceAll("''", "'")
    return () => literal
  }
  const named = FIELDS[field]
  if (named !== undefined) {
    const writer = new Intl.DateTimeFormat(locale, { timeZone: timezone, ...named })
    const type =
      named.month !== undefined ? 'month' : named.weekday !== undefined ? 'weekday' : 'dayPeriod'
    return (epochMs) => partOf(writer, epochMs, type)
  }
  return numberWriter(field, timezone)
}

function partOf(
  writer: Intl.DateTimeFormat,
  epochMs: number,
  type: Intl.DateTimeFormatPartTypes,
): string {
  return writer.formatToParts(epochMs).find((part) => part.type === type)?.value ?? ''
}

const NUMBER_FIELDS: Readonly<Record<string, Intl.DateTimeFormatPartTypes>> = {
  y: 'year',
  M: 'month',
  d: 'day',
  H: 'hour',
  h: 'hour',
  m: 'minute',
  s: 'second',
  S: 'fractionalSecond',
}

function numberWriter(field: string, timezone: string): DateWriter {
  const letter = field.charAt(0)
  const type = NUMBER_FIELDS[letter]
  if (type === undefined) return () => field
  const writer = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    fractionalSecondDigits: 3,
    hourCycle: letter === 'h' ? 'h12' : 'h23',
  })
  const width = field.length
  return (epochMs) => {
    const digits = partOf(writer, epochMs, type)
    if (letter === 'y' && width === 2) return digits.slice(-2).padStart(2, '0')
    return letter === 'S'
      ? digits.padStart(3, '0').slice(0, width)
      : digits.padStart(width, '0').slice(-Math.max(width, digits.length))
  }
}
