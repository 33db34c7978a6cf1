/**
 * Reads a moment as people write it: ISO 8601, `31 Dec 2017 5:30 am IST`, `Dec 31, 2017 17:30`,
 * `12/31/2017`, seconds since 1970. Without a zone the time is UTC.
 */

import { either, everywhere, group, optional, sequence } from '../pattern-parts.ts'
import { zoneOffsetMinutes } from './time-zones.ts'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const WEEKDAYS = 'mon tue wed thu fri sat sun'.split(' ')
const FILLERS: ReadonlySet<string> = new Set([
  'at',
  'on',
  'and',
  'of',
  'st',
  'nd',
  'rd',
  'th',
  'm',
  't',
])

interface Draft {
  /** Three numbers that are year, month and day, in an order still to be determined. */
  readonly numbers: { value: number; digits: number }[]
  month: number | undefined
  hour: number | undefined
  minute: number
  second: number
  micros: number
  offsetMinutes: number | undefined
}

/** ISO 8601 in UTC, or nothing when the text is not a moment. `nowMs` gives the day when none is written. */
export function parseMoment(text: string, nowMs: number | undefined): string | undefined {
  const draft = readDraft(text.trim())
  const calendar = draft === undefined ? undefined : resolve(draft, nowMs)
  return calendar ?? parseUnixSeconds(text)
}

function parseUnixSeconds(text: string): string | undefined {
  if (!/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text)) return undefined
  const seconds = Number(text)
  const whole = Math.floor(seconds)
  return format(whole * 1000, Math.round((seconds - whole) * 1e6))
}

const TWO_DIGITS = /\d{2}/
const SECONDS = sequence(':', group(TWO_DIGITS), optional(/[.,]/, group(/\d{1,9}/)))
const CLOCK = sequence(group(/\d{1,2}/), ':', group(TWO_DIGITS), optional(SECONDS))
const OFFSET = sequence(group(/[+-]\d{2}(?::?\d{2})?/), /(?![\d-])/)
const TOKEN = everywhere(
  either(CLOCK, group(/\d+/), group(/[A-Za-z]+/), OFFSET, group(/[-/.,:\s]+/), group(/[^]/)),
)

function readDraft(text: string): Draft | undefined {
  if (text === '') return undefined
  const compact = readCompact(text)
  if (compact !== undefined) return compact
  const draft = emptyDraft()
  let lastWord = ''
  for (const match of text.replace(ISO_T, '$1 ').matchAll(TOKEN)) {
    if (!readToken(draft, match, lastWord)) return undefined
    lastWord = match[6]?.toLowerCase() ?? (match[8] === undefined ? '' : lastWord)
  }
  return draft
}

const ISO_T = /^(\d{4}-\d{1,2}-\d{1,2})[tT](?=\d)/

function emptyDraft(): Draft {
  return {
    numbers: [],
    month: undefined,
    hour: undefined,
    minute: 0,
    second: 0,
    micros: 0,
    offsetMinutes: undefined,
  }
}

const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:[tT]?(\d{2})(\d{2})(\d{2})?)?(Z)?$/

function readCompact(text: string): Draft | undefined {
  const match = COMPACT.exec(text)
  if (match === null) return undefined
  const draft = emptyDraft()
  draft.numbers.push({ value: Number(match[1]), digits: 4 }, { value: Number(match[2]), digits: 2 })
  draft.numbers.push({ value: Number(match[3]), digits: 2 })
  if (match[4] !== undefined) draft.hour = Number(match[4])
  draft.minute = Number(match[5] ?? 0)
  draft.second = Number(match[6] ?? 0)
  return draft
}

function readToken(draft: Draft, match: RegExpMatchArray, lastWord: string): boolean {
  const [, hour, minute, second, fraction, digits, word, offset, , other] = match
  if (other !== undefined) return false
  if (hour !== undefined) return readClock(draft, { hour, minute, second, fraction })
  if (digits !== undefined) {
    draft.numbers.push({ value: Number(digits), digits: digits.length })
    // Year, month, day, and an hour that needs a later `pm`.
    return draft.numbers.length <= 4 && digits.length <= 4
  }
  if (word !== undefined) return readWord(draft, word)
  if (offset !== undefined) return readOffset(draft, offset, lastWord)
  return true
}

interface Clock {
  readonly hour: string
  readonly minute: string | undefined
  readonly second: string | undefined
  readonly fraction: string | undefined
}

function readClock(draft: Draft, clock: Clock): boolean {
  if (draft.hour !== undefined) return false
  draft.hour = Number(clock.hour)
  draft.minute = Number(clock.minute ?? 0)
  draft.second = Number(clock.second ?? 0)
  draft.micros = Number((clock.fraction ?? '').padEnd(6, '0').slice(0, 6))
  return true
}

function readWord(draft: Draft, word: string): boolean {
  const lower = word.toLowerCase()
  const month = nameIndex(MONTHS, lower, [
    '',
    'uary',
    'ruary',
    'ch',
    'il',
    'e',
    'y',
    'ust',
    't',
    'tember',
    'ober',
    'ember',
  ])
  if (month !== -1 && draft.month === undefined) {
    draft.month = month + 1
    return true
  }
  if (/^(?:a|am|p|pm)$/.test(lower))
    return readHalf(draft, lower.startsWith('p') ? 'afternoon' : 'morning')
  if (
    nameIndex(WEEKDAYS, lower, ['', 'day', 's', 'sday', 'nesday', 'rs', 'rsday', 'urday']) !== -1
  ) {
    return true
  }
  if (FILLERS.has(lower)) return true
  const offset = zoneOffsetMinutes(word)
  if (offset === undefined || draft.hour === undefined) return false
  draft.offsetMinutes = offset
  return true
}

function nameIndex(names: readonly string[], word: string, endings: readonly string[]): number {
  return names.findIndex((name) => endings.some((ending) => word === name + ending))
}

function readHalf(draft: Draft, half: 'morning' | 'afternoon'): boolean {
  // An hour alone, as in `5 pm`, was read as a day.
  if (draft.hour === undefined) draft.hour = draft.numbers.pop()?.value
  if (draft.hour === undefined || draft.hour < 1 || draft.hour > 12) return false
  draft.hour = (draft.hour % 12) + (half === 'afternoon' ? 12 : 0)
  return true
}

function readOffset(draft: Draft, offset: string, lastWord: string): boolean {
  if (draft.hour === undefined) {
    // `2017-06-05` looks like a year and two offsets.
    for (const part of offset.slice(1).split(':')) {
      draft.numbers.push({ value: Number(part), digits: part.length })
    }
    return draft.numbers.length <= 3
  }
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(3).replace(':', ''))
  // To no reader does `GMT+3` mean "my time plus three is GMT", so it is read as an offset to the east.
  const sign = offset.startsWith('-') ? -1 : 1
  if (lastWord !== '' && draft.offsetMinutes !== undefined && draft.offsetMinutes !== 0)
    return false
  draft.offsetMinutes = sign * (hours * 60 + minutes)
  // No place on Earth is a day ahead of another.
  return Math.abs(draft.offsetMinutes) < DAY_MINUTES
}

const DAY_MINUTES = 24 * 60

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

function resolve(draft: Draft, nowMs: number | undefined): string | undefined {
  const day = resolveDay(draft, nowMs)
  if (day === undefined) return undefined
  const { hour = 0, minute, second } = draft
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const date = new Date(0)
  date.setUTCFullYear(day.year, day.month - 1, day.day)
  if (date.getUTCMonth() !== day.month - 1 || date.getUTCDate() !== day.day) return undefined
  date.setUTCHours(hour, minute - (draft.offsetMinutes ?? 0), second)
  return format(date.getTime(), draft.micros)
}

function resolveDay(draft: Draft, nowMs: number | undefined): Day | undefined {
  const numbers = [...draft.numbers]
  const yearAt = numbers.findIndex((n) => n.digits > 2 || n.value > 31)
  const longYear = yearAt === -1 ? undefined : numbers.splice(yearAt, 1)[0]?.value
  const month = draft.month ?? takeMonth(numbers, { isAfterYear: yearAt === 0 })
  const day = numbers.shift()?.value
  const year = longYear ?? century(numbers.shift()?.value)
  return numbers.length > 0 ? undefined : completeDay({ year, month, day }, nowMs)
}

type PartialDay = { readonly [Part in keyof Day]: number | undefined }

function completeDay(found: PartialDay, nowMs: number | undefined): Day | undefined {
  if (nowMs !== undefined) {
    const today = dayOf(nowMs)
    return {
      year: found.year ?? today.year,
      month: found.month ?? today.month,
      day: found.day ?? today.day,
    }
  }
  const { year, month, day } = found
  return year === undefined || month === undefined || day === undefined
    ? undefined
    : { year, month, day }
}

function dayOf(nowMs: number): Day {
  const now = new Date(nowMs)
  return { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, day: now.getUTCDate() }
}

/** The month is first, as in `12/31/2017`, unless it can only be the second number. */
function takeMonth(
  numbers: { value: number; digits: number }[],
  { isAfterYear }: { readonly isAfterYear: boolean },
): number | undefined {
  const [first, second] = numbers
  const isSecond = !isAfterYear && (first?.value ?? 0) > 12 && (second?.value ?? 13) <= 12
  return numbers.splice(isSecond ? 1 : 0, 1)[0]?.value
}

function century(value: number | undefined): number | undefined {
  if (value === undefined) return undefined
  return value > 99 ? value : value + (value < 69 ? 2000 : 1900)
}

function format(wholeMs: number, micros: number): string | undefined {
  const date = new Date(wholeMs)
  const year = date.getUTCFullYear()
  if (Number.isNaN(year) || year < 1 || year > 9999) return undefined
  const seconds = date.toISOString().slice(0, 19)
  return micros === 0 ? `${seconds}Z` : `${seconds}.${String(micros).padStart(6, '0')}Z`
}
