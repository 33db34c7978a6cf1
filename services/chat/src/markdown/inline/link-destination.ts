/** What is in the parentheses of `[text](address "title")`. */

import { either, group, optional, sequence } from '../pattern-parts.ts'

export interface Destination {
  readonly href: string
  readonly title: string | undefined
  /** The index after the closing parenthesis. */
  readonly end: number
}

const SPACE = /\s*/
const ADDRESS = sequence('<', /[^<>]*/, '>')
const TITLE = either(/'[^']*'/, /"[^"]*"/)
const BRACKETED = new RegExp(
  sequence('(', SPACE, group(ADDRESS), SPACE, optional(group(TITLE), SPACE), ')').source,
  'duy',
)
const OPENING = /\(\s*/y

/** Reads what starts at an opening parenthesis. The mask is scanned once, however many start in it. */
export function destinationReader(
  text: string,
  mask: string,
): (from: number) => Destination | undefined {
  const marks = marksOf(mask)
  return (from) => {
    const bracketed = bracketedAt(text, mask, from)
    if (bracketed !== undefined) return bracketed
    OPENING.lastIndex = from
    const opening = OPENING.exec(mask)
    if (opening === null) return undefined
    const start = from + opening[0].length
    const quote = marks.quotes[firstAbove(marks.quotes, from)]
    const balanced = marks.closers.get(from)
    if (balanced !== undefined && (quote === undefined || balanced < quote)) {
      return untitled(text, start, balanced)
    }
    if (quote === undefined) return undefined
    const withTitle = titled(text, marks, { start, firstQuote: quote })
    if (withTitle !== undefined) return withTitle
    const close = closeWithoutTitle(text, marks, { from, quote })
    return close === undefined ? undefined : untitled(text, start, close)
  }
}

function bracketedAt(text: string, mask: string, from: number): Destination | undefined {
  BRACKETED.lastIndex = from
  const match = BRACKETED.exec(mask)
  if (match === null) return undefined
  const href = within(text, match.indices?.[1])?.trim() ?? ''
  return { href, title: within(text, match.indices?.[2]), end: from + match[0].length }
}

/** Without the marks around it. */
function within(text: string, indices: readonly [number, number] | undefined): string | undefined {
  return indices === undefined ? undefined : text.slice(indices[0] + 1, indices[1] - 1)
}

/** A parenthesis that may end a title: only spaces separate it from a quote. */
interface TitleEnd {
  readonly close: number
  readonly quote: number
  /** Position of the preceding quote of the same kind; -1 without one. */
  readonly opener: number
}

/** The marks of a text, in order. */
interface Marks {
  readonly mask: string
  readonly quotes: readonly number[]
  readonly parentheses: readonly number[]
  /** How many more parentheses are opened than closed before each, and at the end. */
  readonly depths: readonly number[]
  /** The closing parenthesis of every opening one that has one. */
  readonly closers: ReadonlyMap<number, number>
  readonly titleEnds: readonly TitleEnd[]
  readonly titleCloses: readonly number[]
}

const MARK = /["'()]/g

function marksOf(mask: string): Marks {
  const quotes: number[] = []
  const parentheses: number[] = []
  const depths = [0]
  const titleEnds: TitleEnd[] = []
  const last = { '"': -1, "'": -1 }
  let opener = -1
  for (const { 0: mark, index } of mask.matchAll(MARK)) {
    if (mark === '"' || mark === "'") {
      opener = last[mark]
      last[mark] = index
      quotes.push(index)
      continue
    }
    parentheses.push(index)
    depths.push((depths.at(-1) ?? 0) + (mark === '(' ? 1 : -1))
    const quote = quotes.at(-1)
    if (mark === ')' && quote !== undefined && quote === lastBesideSpaces(mask, index)) {
      titleEnds.push({ close: index, quote, opener })
    }
  }
  const titleCloses = titleEnds.map(({ close }) => close)
  const closers = matchPairs(mask, '(', ')')
  return { mask, quotes, parentheses, depths, closers, titleEnds, titleCloses }
}

function lastBesideSpaces(text: string, end: number): number {
  let last = end - 1
  while (text[last] === ' ') last -= 1
  return last
}

/** The closing mark of every opening one that has one. */
export function matchPairs(
  text: string,
  opening: string,
  closing: string,
): ReadonlyMap<number, number> {
  const open: number[] = []
  const closers = new Map<number, number>()
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === opening) open.push(index)
    else if (text[index] === closing) {
      const opener = open.pop()
      if (opener !== undefined) closers.set(opener, index)
    }
  }
  return closers
}

/** The position of the first number above `value` in an ascending list. */
function firstAbove(rising: readonly number[], value: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rising[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

interface Quoted {
  readonly start: number
  readonly firstQuote: number
}

/** A title goes from the first quote of its kind to one that only spaces separate from a parenthesis. */
function titled(
  text: string,
  marks: Marks,
  { start, firstQuote }: Quoted,
): Destination | undefined {
  // For each kind of quote, only the first end may have its opening quote before the address.
  const ends = marks.titleEnds
  let at = firstAbove(marks.titleCloses, firstQuote)
  while (at < ends.length && (ends[at]?.opener ?? -1) < firstQuote) at += 1
  const end = ends[at]
  if (end === undefined) return undefined
  const opened = marks.mask.indexOf(text[end.quote] ?? '', firstQuote)
  const href = text.slice(start, opened).trim()
  return { href, title: text.slice(opened + 1, end.quote), end: end.close + 1 }
}

interface Unquoted {
  readonly from: number
  readonly quote: number
}

/**
 * Where the address ends when the quote turns out to be part of it. In this dialect every parenthesis after the quote
 * counts as a closing one; the last must be one.
 */
function closeWithoutTitle(
  text: string,
  { parentheses, depths }: Marks,
  { from, quote }: Unquoted,
): number | undefined {
  const opening = firstAbove(parentheses, from) - 1
  const next = firstAbove(parentheses, quote)
  const depth = (depths[next] ?? 0) - (depths[opening] ?? 0)
  const close = parentheses[next + depth - 1]
  return close !== undefined && text[close] === ')' ? close : undefined
}

function untitled(text: string, start: number, close: number): Destination {
  return { href: text.slice(start, close).trim(), title: undefined, end: close + 1 }
}
