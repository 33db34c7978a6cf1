import { say } from '../messages/say.ts'
import { cached, stringArg, type FormatterCall } from './formatter-call.ts'
import { numeric, sumDecimals } from './formatter-numbers.ts'
import { isForbiddenKey, ownValue } from './scope.ts'
import { UnusableArgument } from './unusable-argument.ts'
import { compareValues, isEqual, isTruthy, toNumber, toText } from './values.ts'

export function asList(input: unknown): readonly unknown[] {
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

export function sorted(call: FormatterCall): readonly unknown[] {
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

export function filtered(call: FormatterCall): readonly unknown[] {
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
      throw new UnusableArgument(say('"%{operator}" is no comparison.', { operator }))
  }
}

// Some thousand pages; a long separator between many items would fill the memory.
const MAX_SEPARATORS_CHARACTERS = 4_000_000

export function joined(call: FormatterCall): string {
  const texts = asList(call.input).map((item) => toText(fieldOf(item, stringArg(call, 1))))
  const separator = toText(call.args[0] ?? ', ')
  if (separator.length * texts.length > MAX_SEPARATORS_CHARACTERS)
    throw new UnusableArgument('The joined text is too long.')
  return texts.join(separator)
}

/** What a formatter reads of an item: the formula that it was given, else the field, else the item. */
function readEach(call: FormatterCall): readonly unknown[] {
  const field = stringArg(call, 0)
  const { each = (item: unknown) => fieldOf(item, field) } = call
  return asList(call.input).map(each)
}

/**
 * The exact sum of a field or a formula; with a number of decimals each addend is rounded to it first, as the lines of
 * a CFDI are.
 */
export function summed(call: FormatterCall): string {
  const digits = call.args.find((arg) => typeof arg === 'number')
  const values = readEach(call)
  if (digits === undefined) return sumDecimals(values)
  const round = fixedWriter(call, digits)
  return sumDecimals(values.map((value) => round(value) ?? value))
}

/** A writer of plain decimals; undefined for what is no number. Half of the last decimal goes away from zero. */
export function fixedWriter(
  { writers }: FormatterCall,
  digits: number,
): (value: unknown) => string | undefined {
  const writer = cached(
    writers,
    `fixed ${digits}`,
    () =>
      new Intl.NumberFormat('en-US', {
        useGrouping: false,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  )
  return (value) => {
    const number = numeric(value)
    return number === undefined ? undefined : writer.format(number).replace(/^-(?=0(?:\.0*)?$)/, '')
  }
}

type Group = { readonly key: unknown; readonly items: unknown[] }

/** The items by a field or a formula, groups in the order in which they are met first. */
export function grouped(call: FormatterCall): readonly Group[] {
  const keys = readEach(call)
  const groups = new Map<string, Group>()
  for (const [i, item] of asList(call.input).entries()) {
    const name = toText(keys[i])
    const known = groups.get(name)
    if (known === undefined) groups.set(name, { key: keys[i], items: [item] })
    else known.items.push(item)
  }
  return [...groups.values()]
}
