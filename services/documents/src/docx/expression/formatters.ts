import type { Expression } from './expression.ts'
import { wrongArgument } from './formatter-arguments.ts'
import { createDateWriter, parseMoment, type DateWriter } from './formatter-dates.ts'
import { numeric, sumDecimals } from './formatter-numbers.ts'
import { isForbiddenKey, ownValue, type Scope } from './scope.ts'
import { compareValues, isEqual, isTruthy, toNumber, toText } from './values.ts'

/** Intl objects, costly to make, of one place in a template, by their options. */
export type WriterCache = Map<string, unknown>

export type FormatterCall = {
  readonly input: unknown
  readonly args: readonly unknown[]
  readonly scope: Scope
  readonly writers: WriterCache
}

/** What a formatter tells about the data that a template needs. */
type FormatterReads = {
  readonly input: 'text' | 'number' | 'date' | 'list'
  /** The type of the list items' field that the first argument names; absent when it names none. */
  readonly field?: 'text' | 'number'
}

type Formatter = FormatterReads & {
  readonly maxArgs: number
  readonly minArgs?: number
  /** Which argument names a field of a list's items; absent when none does. */
  readonly fieldAt?: number
  /** @throws RangeError for a locale, currency or time zone that does not exist */
  readonly apply: (call: FormatterCall) => unknown
}

// A template names few locales; data that names ever new ones must not fill the memory.
const MAX_WRITERS = 16

function cached<T>(writers: WriterCache, key: string, make: () => T): T {
  const known = writers.get(key)
  // Each place in a template uses one formatter, so everything in its cache is of one type.
  if (known !== undefined) return known as T
  if (writers.size >= MAX_WRITERS) writers.clear()
  const made = make()
  writers.set(key, made)
  return made
}

function text(apply: (input: string, call: FormatterCall) => string): Formatter {
  return { input: 'text', maxArgs: 1, apply: (call) => apply(toText(call.input), call) }
}

function localeOf(call: FormatterCall): string {
  return stringArg(call, 0) ?? call.scope.locale
}

function stringArg(call: FormatterCall, at: number): string | undefined {
  const arg = call.args[at]
  return typeof arg === 'string' && arg !== '' ? arg : undefined
}

/** Arguments may come in any order: digits are numbers, locales are text. */
function numberArg(call: FormatterCall): number | undefined {
  return call.args.find((arg) => typeof arg === 'number')
}

function writeNumber(
  call: FormatterCall,
  options: Intl.NumberFormatOptions,
  locale: string | undefined,
): unknown {
  const value = numeric(call.input)
  if (value === undefined) return call.input
  const digits = numberArg(call)
  const written = locale ?? call.scope.locale
  const key = `${written}|${digits ?? ''}|${options.currency ?? ''}`
  const writer = cached(call.writers, key, () => {
    const fixed =
      digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }
    return new Intl.NumberFormat(written, { ...options, ...fixed })
  })
  return writer.format(value)
}

function firstText(call: FormatterCall, from: number): string | undefined {
  return call.args.slice(from).find((arg) => typeof arg === 'string')
}

function writeDate(call: FormatterCall, parts: 'date' | 'time' | 'datetime'): unknown {
  const moment = parseMoment(call.input)
  if (moment === undefined) return call.input
  const pattern = stringArg(call, 0) ?? 'medium'
  const locale = stringArg(call, 1) ?? call.scope.locale
  const timezone = moment.isLocal ? 'UTC' : (stringArg(call, 2) ?? call.scope.timezone)
  const writer: DateWriter = cached(call.writers, `${pattern}|${locale}|${timezone}`, () =>
    createDateWriter({ pattern, locale, timezone, parts }),
  )
  return writer(moment.epochMs)
}

function asList(input: unknown): readonly unknown[] {
  return Array.isArray(input) ? input : []
}

/** The field of an item that a dotted name points to; the item itself without a name. */
function fieldOf(item: unknown, name: string | undefined): unknown {
  if (name === undefined) return item
  return name
    .split('.')
    .reduce<unknown>(
      (holder, key) => (isForbiddenKey(key) ? undefined : ownValue(holder, key)),
      item,
    )
}

function sorted(call: FormatterCall): readonly unknown[] {
  const named = stringArg(call, 0)
  const isDescending = stringArg(call, 1) === 'desc' || named?.startsWith('-') === true
  const field = named?.replace(/^-/, '')
  const direction = isDescending ? -1 : 1
  const keyed = asList(call.input).map((item) => ({ item, key: fieldOf(item, field) }))
  return keyed.toSorted((a, b) => direction * sortOrder(a.key, b.key, call)).map(({ item }) => item)
}

/** Numbers before texts before the rest, so that the order is total whatever the data holds. */
function sortOrder(left: unknown, right: unknown, call: FormatterCall): number {
  const rank = sortRank(left) - sortRank(right)
  if (rank !== 0) return rank
  if (typeof left === 'string' && typeof right === 'string' && toNumber(left) === undefined) {
    const { locale } = call.scope
    return cached(call.writers, locale, () => new Intl.Collator(locale, { numeric: true })).compare(
      left,
      right,
    )
  }
  return compareValues(left, right) ?? 0
}

function sortRank(value: unknown): number {
  if (toNumber(value) !== undefined) return 0
  if (typeof value === 'string') return 1
  return value === null || value === undefined ? 3 : 2
}

function filtered(call: FormatterCall): readonly unknown[] {
  const field = stringArg(call, 0)
  const [, second, third] = call.args
  const operator = call.args.length > 2 ? toText(second) : '=='
  const wanted = call.args.length > 2 ? third : second
  return asList(call.input).filter((item) => {
    const value = fieldOf(item, field)
    return call.args.length < 2 ? isTruthy(value) : holds(value, operator, wanted)
  })
}

function holds(value: unknown, operator: string, wanted: unknown): boolean {
  if (operator === '==' || operator === '=') return isEqual(value, wanted)
  if (operator === '!=' || operator === '<>') return !isEqual(value, wanted)
  const order = compareValues(value, wanted)
  if (order === undefined) return false
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    default:
      throw new RangeError(`"${operator}" is no comparison.`)
  }
}

// Some thousand pages; a long separator between many items would fill the memory.
const MAX_SEPARATORS_CHARACTERS = 4_000_000

function joined(call: FormatterCall): string {
  const texts = asList(call.input).map((item) => toText(fieldOf(item, stringArg(call, 1))))
  const separator = toText(call.args[0] ?? ', ')
  if (separator.length * texts.length > MAX_SEPARATORS_CHARACTERS)
    throw new RangeError('The joined text is too long.')
  return texts.join(separator)
}

function capitalize(value: string, locale: string): string {
  const [first = ''] = value
  return first.toLocaleUpperCase(locale) + value.slice(first.length)
}

function rounded(call: FormatterCall): unknown {
  const value = numeric(call.input)
  if (value === undefined) return call.input
  const digits = numberArg(call) ?? 0
  const writer = cached(
    call.writers,
    String(digits),
    () => new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: digits }),
  )
  return writer.format(value)
}

const FORMATTERS: ReadonlyMap<string, Formatter> = new Map<string, Formatter>([
  ['upper', text((input, call) => input.toLocaleUpperCase(localeOf(call)))],
  ['lower', text((input, call) => input.toLocaleLowerCase(localeOf(call)))],
  ['capitalize', text((input, call) => capitalize(input, localeOf(call)))],
  ['trim', text((input) => input.trim())],
  [
    'default',
    {
      input: 'text',
      minArgs: 1,
      maxArgs: 1,
      apply: ({ input, args }) =>
        isTruthy(input) || input === 0 || input === false ? input : args[0],
    },
  ],
  ['join', { input: 'list', maxArgs: 2, fieldAt: 1, apply: joined }],
  [
    'number',
    { input: 'number', maxArgs: 2, apply: (call) => writeNumber(call, {}, firstText(call, 0)) },
  ],
  [
    'percent',
    {
      input: 'number',
      maxArgs: 2,
      apply: (call) => writeNumber(call, { style: 'percent' }, firstText(call, 0)),
    },
  ],
  [
    'currency',
    {
      input: 'number',
      minArgs: 1,
      maxArgs: 3,
      apply: (call) =>
        writeNumber(
          call,
          { style: 'currency', currency: toText(call.args[0]) },
          firstText(call, 1),
        ),
    },
  ],
  ['round', { input: 'number', maxArgs: 1, apply: rounded }],
  ['date', { input: 'date', maxArgs: 3, apply: (call) => writeDate(call, 'date') }],
  ['time', { input: 'date', maxArgs: 3, apply: (call) => writeDate(call, 'time') }],
  ['datetime', { input: 'date', maxArgs: 3, apply: (call) => writeDate(call, 'datetime') }],
  ['count', { input: 'list', maxArgs: 0, apply: ({ input }) => asList(input).length }],
  [
    'sum',
    {
      input: 'list',
      field: 'number',
      maxArgs: 1,
      fieldAt: 0,
      apply: (call) =>
        sumDecimals(asList(call.input).map((item) => fieldOf(item, stringArg(call, 0)))),
    },
  ],
  ['first', { input: 'list', maxArgs: 0, apply: ({ input }) => asList(input)[0] }],
  ['last', { input: 'list', maxArgs: 0, apply: ({ input }) => asList(input).at(-1) }],
  ['reverse', { input: 'list', maxArgs: 0, apply: ({ input }) => asList(input).toReversed() }],
  ['sort', { input: 'list', field: 'text', maxArgs: 2, fieldAt: 0, apply: sorted }],
  ['filter', { input: 'list', field: 'text', minArgs: 1, maxArgs: 3, fieldAt: 0, apply: filtered }],
])

/** What a formatter reads; an unknown formatter is a problem of the template, and is assumed to read text. */
export function formatterReads(name: string): FormatterReads {
  return FORMATTERS.get(name) ?? { input: 'text' }
}

/** Applies a formatter that `checkFilter` has passed. @throws RangeError for an argument that Intl does not know */
export function applyFormatter(name: string, call: FormatterCall): unknown {
  call.scope.work += workOf(call.input)
  return FORMATTERS.get(name)?.apply(call)
}

// A text formatter handles about 64 characters in the time that a list formatter takes for an item.
const CHARACTERS_PER_ITEM = 64

function workOf(input: unknown): number {
  if (Array.isArray(input)) return input.length
  return typeof input === 'string' ? input.length / CHARACTERS_PER_ITEM : 0
}

/** What is wrong with a formatter in a template, known without data; undefined when nothing is. */
export function checkFilter(name: string, args: readonly Expression[]): string | undefined {
  const formatter = FORMATTERS.get(name)
  if (formatter === undefined)
    return `There is no formatter "${name}"; there are ${[...FORMATTERS.keys()].join(', ')}.`
  if (args.length < (formatter.minArgs ?? 0))
    return `The formatter "${name}" needs ${formatter.minArgs ?? 0} argument.`
  if (args.length > formatter.maxArgs)
    return `The formatter "${name}" takes at most ${formatter.maxArgs} arguments.`
  const wrong = wrongArgument(name, formatter.fieldAt, args)
  if (wrong !== undefined || !args.every((arg) => arg.kind === 'constant')) return wrong
  return tryOut(
    name,
    formatter,
    args.map((arg) => (arg.kind === 'constant' ? arg.value : undefined)),
  )
}

/** With constant arguments a wrong currency or locale shows as soon as something is formatted. */
function tryOut(name: string, formatter: Formatter, args: readonly unknown[]): string | undefined {
  const scope: Scope = {
    values: [],
    indexes: [],
    lengths: [],
    labels: [],
    depth: 0,
    locale: 'en-US',
    timezone: 'UTC',
    missing: undefined,
    tolerance: 0,
    work: 0,
  }
  try {
    for (const input of ['1', '2000-01-01T00:00:00Z', [{}]])
      formatter.apply({ input, args, scope, writers: new Map() })
  } catch (error) {
    return `The formatter "${name}" cannot use its argument: ${error instanceof Error ? error.message : 'unknown'}.`
  }
  return undefined
}
