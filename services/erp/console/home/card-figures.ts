import type { CardCategory, CardValue, HomeCard, Opening } from './card-declaration.ts'

export type Row = Readonly<Record<string, Cell>>

type Cell = string | number | boolean | null | undefined

/** A row of a card: a figure with what it is of. */
export interface Figure {
  /** As the service gives it: a text, a day, a month, an id; null: none. */
  readonly category: string | null
  /** Its words, of a reference. */
  readonly text: string
  readonly detail: string
  readonly cents: bigint
  readonly currency: string | undefined
  readonly row: Row
}

const MONTHS = 12
const MAX_DAYS = 31

/** The rows of an answer as figures, those of one category added up. */
export function figuresOf({ value, category }: HomeCard, rows: readonly Row[]): readonly Figure[] {
  if (category === null) return []
  const found = new Map<string, Figure>()
  for (const row of rows) {
    const figure = figureOf({ value, category }, row)
    const key = `${figure.category} ${figure.currency}`
    const before = value.minus === null ? undefined : found.get(key)
    const cents = figure.cents + (before?.cents ?? 0n)
    found.set(value.minus === null ? String(found.size) : key, { ...figure, cents })
  }
  return [...found.values()]
}

function figureOf(
  { value, category }: { readonly value: CardValue; readonly category: CardCategory },
  row: Row,
): Figure {
  const { column, currency, minus } = value
  const isTaken = minus !== null && row[minus.column] === minus.value
  const cents = centsOf(at(row, column))
  const own = row[category.column]
  const key = own === null || own === undefined ? null : String(own)
  const words = category.type === 'reference' ? row[`${category.column}_str`] : own
  return {
    category: key,
    text: String(words ?? ''),
    detail: category.detail
      .map((name) => row[name])
      .filter(Boolean)
      .join(' · '),
    cents: isTaken ? -cents : cents,
    // Its code comes first in the words of a currency.
    currency: currency === null ? undefined : String(row[currency] ?? '').split(' ')[0],
    row,
  }
}

/** What a dotted name leads to: `sum.total`, `meta.total`. */
export function at(answer: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null
          ? (value as Readonly<Record<string, unknown>>)[name]
          : undefined,
      answer,
    )
}

/** An amount in cents, without a binary fraction between its digits. */
export function centsOf(value: unknown): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  const cents = BigInt(whole + part.padEnd(2, '0').slice(0, 2))
  return sign === '-' ? -cents : cents
}

/** Cents as decimal text. */
export function decimalOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function sumOf(figures: readonly Figure[]): bigint {
  return figures.reduce((sum, { cents }) => sum + cents, 0n)
}

/**
 * The categories that a chart shows, in order: every day of a span, or every month from the first to the last, the last
 * twelve; what came before them is in the first.
 */
export function filledFigures(card: HomeCard, figures: readonly Figure[]): readonly Figure[] {
  const known = new Map(figures.map((figure) => [figure.category, figure]))
  const names = card.span === null ? monthsOf(figures) : daysOf(card.span)
  if (names === undefined) return figures
  return names.map((category) => known.get(category) ?? nothing(category))
}

function nothing(category: string): Figure {
  return { category, text: category, detail: '', cents: 0n, currency: undefined, row: {} }
}

/** Undefined: they are no months, or lie too far apart to be shown with all between. */
function monthsOf(figures: readonly Figure[]): readonly string[] | undefined {
  const months = figures.flatMap(({ category }) => category ?? []).toSorted()
  const [first] = months
  const last = months.at(-1)
  if (first === undefined || last === undefined || !/^\d{4}-\d{2}$/.test(first)) return undefined
  const count = monthNumber(last) - monthNumber(first) + 1
  if (count > MONTHS) return undefined
  return Array.from({ length: count }, (_month, index) => monthName(monthNumber(first) + index))
}

function monthNumber(month: string): number {
  return Number(month.slice(0, 4)) * MONTHS + Number(month.slice(5, 7)) - 1
}

function monthName(number: number): string {
  const month = String((number % MONTHS) + 1).padStart(2, '0')
  return `${Math.floor(number / MONTHS)}-${month}`
}

function daysOf({ from, to }: { readonly from: string; readonly to: string }): readonly string[] {
  const days: string[] = []
  const day = new Date(`${from}T00:00:00Z`)
  while (days.length < MAX_DAYS && day.toISOString().slice(0, 10) <= to) {
    days.push(day.toISOString().slice(0, 10))
    day.setUTCDate(day.getUTCDate() + 1)
  }
  return days
}

/** The address of the console that an opening means; undefined: a value that it needs is missing. */
export function addressOf(
  opens: Opening | { readonly model: string; readonly id: string } | null,
  row: Row = {},
): string | undefined {
  if (opens === null) return undefined
  if ('page' in opens) return opens.page
  if ('report' in opens) return `/reports/${opens.report}`
  if ('id' in opens) {
    const id = row[opens.id]
    return id === undefined || id === null ? undefined : `/m/${opens.model}/${String(id)}`
  }
  const query = filled(opens.query, row)
  return query === undefined ? undefined : `/m/${opens.model}?${query}`
}

function filled(query: string, row: Row): string | undefined {
  const values: Row = { ...row, ...monthDays(row) }
  const names = [...query.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const isWhole = names.every((name) => values[name] !== undefined && values[name] !== null)
  if (!isWhole) return undefined
  return query.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(values[name])),
  )
}

/** The first and the last day of the month that a row is of. */
function monthDays(row: Row): Row {
  const month = Object.entries(row).find(([name]) => name.endsWith('__month'))?.[1]
  if (typeof month !== 'string') return {}
  const next = new Date(`${monthName(monthNumber(month) + 1)}-01T00:00:00Z`)
  next.setUTCDate(0)
  return { from: `${month}-01`, to: next.toISOString().slice(0, 10) }
}
