import { dateInWords } from '@oficina/words/date-in-words.ts'

import { say } from '../messages/say.ts'
import { writtenLanguage } from './formatter-words.ts'
import { UnusableArgument } from './unusable-argument.ts'

/** A point in time and the zone to show it in; a date without time is the same in every zone. */
export type Moment = { readonly epochMs: number; readonly isLocal: boolean }

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Reads ISO 8601 text or milliseconds since 1970. Without an offset it is local time, which no zone shifts. */
export function parseMoment(value: unknown): Moment | undefined {
  if (typeof value === 'number')
    return isTime(value) ? { epochMs: value, isLocal: false } : undefined
  const found = typeof value === 'string' ? ISO.exec(value.trim()) : null
  if (found === null) return undefined
  const field = (at: number): number => Number(found[at] ?? 0)
  const month = field(2)
  const day = field(3)
  const milliseconds = Math.floor(Number(`0.${found[7] ?? '0'}`) * 1000)
  const epochMs = Date.UTC(field(1), month - 1, day, field(4), field(5), field(6), milliseconds)
  if (!isTime(epochMs) || !isCalendarDay(epochMs, month, day)) return undefined
  const offset = found[8]
  if (offset === undefined) return { epochMs, isLocal: true }
  return { epochMs: epochMs - offsetMs(offset), isLocal: false }
}

/** `Date.UTC` reads 30 February as 2 March, and 24:00 as the next day. */
function isCalendarDay(epochMs: number, month: number, day: number): boolean {
  const read = new Date(epochMs)
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day
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

/** @throws RangeError for a locale or a time zone that does not exist, and for a letter that stands for nothing */
export function createDateWriter(format: DateFormat): DateWriter {
  const { pattern, locale, timezone, parts } = format
  if (pattern === 'words') return wordsWriter(format)
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

/** @throws RangeError for a language without words, and for a time */
function wordsWriter({ locale, timezone, parts }: DateFormat): DateWriter {
  if (parts !== 'date') throw new UnusableArgument('only dates are written out in words')
  const language = writtenLanguage(locale)
  const [year, month, day] = ['y', 'M', 'd'].map((field) => numberWriter(field, timezone))
  const read = (write: DateWriter | undefined, epochMs: number) => Number(write?.(epochMs))
  return (epochMs) =>
    dateInWords(
      { year: read(year, epochMs), month: read(month, epochMs), day: read(day, epochMs) },
      language,
    ) ?? ''
}

// Quoted text, a run of one letter, or anything else.
const PATTERN_FIELD = /'(?:[^']|'')*'|([A-Za-z])\1*|[^]/g
const KNOWN_FIELD = /^(?:y|yy|yyyy|M{1,4}|dd?|E|EEEE?|HH?|hh?|mm?|ss?|S{1,3}|a)$/

const FIELDS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  MMMM: { month: 'long', day: 'numeric' },
  MMM: { month: 'short', day: 'numeric' },
  EEEE: { weekday: 'long' },
  EEE: { weekday: 'short' },
  E: { weekday: 'short' },
  a: { hour: 'numeric', hour12: true },
}

const KNOWN_FIELDS = 'yyyy yy MMMM MMM MM M dd d EEEE EEE HH hh mm ss SSS a'

function fieldWriter(field: string, locale: string, timezone: string): DateWriter {
  if (field.startsWith("'")) {
    const literal = field === "''" ? "'" : field.slice(1, -1).replaceAll("''", "'")
    return () => literal
  }
  if (/^[A-Za-z]/.test(field) && !KNOWN_FIELD.test(field)) {
    throw new UnusableArgument(
      say(
        '"%{field}" stands for nothing in a date; there are %{known}, and text in quotes: date:"d \'de\' MMMM \'de\' yyyy"',
        { field, known: KNOWN_FIELDS },
      ),
    )
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
