import { say, type Told } from '../messages/say.ts'
import type { Expression } from './expression.ts'
import { wrongArgument } from './formatter-arguments.ts'
import { cached, stringArg, type FormatterCall } from './formatter-call.ts'
import { createDateWriter, parseMoment, type DateWriter } from './formatter-dates.ts'
import { dropParagraph, dropRow, merged } from './formatter-layout.ts'
import {
  asList,
  filtered,
  fixedWriter,
  grouped,
  joined,
  sorted,
  summed,
} from './formatter-lists.ts'
import { numeric } from './formatter-numbers.ts'
import { translated } from './formatter-texts.ts'
import { inWords } from './formatter-words.ts'
import type { Scope } from './scope.ts'
import { reasonOf } from './unusable-argument.ts'
import { isTruthy, toText } from './values.ts'

/** What an argument must be for the formatter to use it. */
export type ArgumentRole = 'currency' | 'locale' | 'timezone' | 'style'

/** What a formatter tells about the data that a template needs. */
type FormatterReads = {
  readonly input: 'text' | 'number' | 'date' | 'list'
  /** The type of the list items' field that the first argument names; absent when it names none. */
  readonly field?: 'text' | 'number'
  /** What the arguments are when the data gives them; text where it does not say. */
  readonly args?: readonly ArgumentRole[]
}

type Formatter = FormatterReads & {
  readonly maxArgs: number
  readonly minArgs?: number
  /** Which argument names a field of a list's items; absent when none does. */
  readonly fieldAt?: number
  /** @throws RangeError for a locale, currency or time zone that does not exist */
  readonly apply: (call: FormatterCall) => unknown
}

function text(apply: (input: string, call: FormatterCall) => string): Formatter {
  return { input: 'text', maxArgs: 1, apply: (call) => apply(toText(call.input), call) }
}

function localeOf(call: FormatterCall): string {
  return stringArg(call, 0) ?? call.scope.locale
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

function fixed(call: FormatterCall): unknown {
  return fixedWriter(call, numberArg(call) ?? 0)(call.input) ?? call.input
}

const DATE_ARGS = ['style', 'locale', 'timezone'] as const
const MONEY_ARGS = ['currency', 'locale'] as const

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
      args: MONEY_ARGS,
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
  ['fixed', { input: 'number', minArgs: 1, maxArgs: 1, apply: fixed }],
  [
    'words',
    {
      input: 'number',
      args: MONEY_ARGS,
      maxArgs: 2,
      apply: ({ input, args, scope }) => inWords(input, args, scope.locale),
    },
  ],
  ['t', { input: 'text', maxArgs: 9, apply: translated }],
  ['dropRow', { input: 'text', maxArgs: 0, apply: dropRow }],
  ['dropParagraph', { input: 'text', maxArgs: 0, apply: dropParagraph }],
  ['merge', { input: 'text', maxArgs: 0, apply: merged }],
  ['restart', { input: 'list', maxArgs: 1, apply: ({ input }) => input }],
  ['round', { input: 'number', maxArgs: 1, apply: rounded }],
  [
    'date',
    { input: 'date', maxArgs: 3, args: DATE_ARGS, apply: (call) => writeDate(call, 'date') },
  ],
  [
    'time',
    { input: 'date', maxArgs: 3, args: DATE_ARGS, apply: (call) => writeDate(call, 'time') },
  ],
  [
    'datetime',
    { input: 'date', maxArgs: 3, args: DATE_ARGS, apply: (call) => writeDate(call, 'datetime') },
  ],
  ['count', { input: 'list', maxArgs: 0, apply: ({ input }) => asList(input).length }],
  [
    'sum',
    {
      input: 'list',
      field: 'number',
      maxArgs: 2,
      fieldAt: 0,
      apply: summed,
    },
  ],
  ['group', { input: 'list', field: 'text', minArgs: 1, maxArgs: 1, fieldAt: 0, apply: grouped }],
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
export function checkFilter(name: string, args: readonly Expression[]): Told | undefined {
  const formatter = FORMATTERS.get(name)
  if (formatter === undefined)
    return say('There is no formatter "%{name}"; there are %{known}.', {
      name,
      known: [...FORMATTERS.keys()].join(', '),
    })
  if (args.length < (formatter.minArgs ?? 0))
    return say('The formatter "%{name}" needs %{count} argument.', {
      name,
      count: formatter.minArgs ?? 0,
    })
  if (args.length > formatter.maxArgs)
    return say('The formatter "%{name}" takes at most %{count} arguments.', {
      name,
      count: formatter.maxArgs,
    })
  const wrong = wrongArgument(name, formatter.fieldAt, args)
  if (wrong !== undefined || !args.every((arg) => arg.kind === 'constant')) return wrong
  return tryOut(
    name,
    formatter,
    args.map((arg) => (arg.kind === 'constant' ? arg.value : undefined)),
  )
}

/** With constant arguments a wrong currency or locale shows as soon as something is formatted. */
function tryOut(name: string, formatter: Formatter, args: readonly unknown[]): Told | undefined {
  const scope: Scope = {
    values: [],
    indexes: [],
    lengths: [],
    labels: [],
    depth: 0,
    locale: 'en-US',
    timezone: 'UTC',
    texts: undefined,
    missing: undefined,
    tolerance: 0,
    layout: { dropsRow: false, dropsParagraph: false, isMerged: false },
    work: 0,
  }
  try {
    for (const input of ['1', '2000-01-01T00:00:00Z', [{}]])
      formatter.apply({ input, args, scope, writers: new Map() })
  } catch (error) {
    return say('The formatter "%{name}" cannot use its argument: %{why}.', {
      name,
      why: reasonOf(error),
    })
  }
  return undefined
}
