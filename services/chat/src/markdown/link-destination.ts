/** What stands in the parentheses of `[text](address "title")`. */

import { either, group, optional, sequence } from './pattern-parts.ts'

export interface Destination {
  readonly href: string
  readonly title: string | undefined
  /** The index behind the closing parenthesis. */
  readonly end: number
}

const SPACE = /\s*/
const ADDRESS = sequence('<', /[^<>]*/, '>')
const TITLE = either(/'[^']*'/, /"[^"]*"/)
const BRACKETED = new RegExp(
  sequence('(', SPACE, group(ADDRESS), SPACE, optional(group(TITLE), SPACE), ')').source,
  'uy',
)
const OPENING = /\(\s*/y

export function readDestination(text: string, from: number): Destination | undefined {
  BRACKETED.lastIndex = from
  const bracketed = BRACKETED.exec(text)
  if (bracketed !== null) {
    const href = (bracketed[1] ?? '').slice(1, -1).trim()
    return { href, title: bracketed[2]?.slice(1, -1), end: from + bracketed[0].length }
  }
  OPENING.lastIndex = from
  const opening = OPENING.exec(text)
  if (opening === null) return undefined
  const start = from + opening[0].length
  const stop = closeOrQuote(text, start)
  if (stop === undefined) return undefined
  if (text[stop.index] === ')') return untitled(text, start, stop.index)
  const withTitle = titled(text, start, stop.index)
  if (withTitle !== undefined) return withTitle
  const close = closeWithoutTitle(text, stop)
  return close === undefined ? undefined : untitled(text, start, close)
}

interface Stop {
  readonly index: number
  /** Parentheses open there, the one around the address included. */
  readonly depth: number
}

/** Where the parenthesis of the address closes, or the first quote when that comes before. */
function closeOrQuote(text: string, start: number): Stop | undefined {
  let depth = 1
  for (let index = start; index < text.length; index += 1) {
    const char = text[index] ?? ''
    if (char === '"' || char === "'") return { index, depth }
    if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    if (depth === 0) return { index, depth }
  }
  return undefined
}

const QUOTES: ReadonlySet<string> = new Set(['"', "'"])

/** A title goes from the first quote of its kind to one that only spaces part from a parenthesis. */
function titled(text: string, start: number, firstQuote: number): Destination | undefined {
  for (
    let close = text.indexOf(')', firstQuote);
    close !== -1;
    close = text.indexOf(')', close + 1)
  ) {
    let last = close - 1
    while (text[last] === ' ') last -= 1
    const mark = text[last] ?? ''
    const opened = QUOTES.has(mark) ? text.indexOf(mark, firstQuote) : last
    if (opened === last) continue
    const href = text.slice(start, opened).trim()
    return { href, title: text.slice(opened + 1, last), end: close + 1 }
  }
  return undefined
}

/**
 * Where the address ends when the quote turns out to be part of it. As the dialect has it, every
 * parenthesis behind the quote counts as one that closes; the last must be one.
 */
function closeWithoutTitle(text: string, quote: Stop): number | undefined {
  let depth = quote.depth
  for (let index = quote.index; index < text.length; index += 1) {
    if (text[index] === '(' || text[index] === ')') depth -= 1
    if (depth === 0) return text[index] === ')' ? index : undefined
  }
  return undefined
}

function untitled(text: string, start: number, close: number): Destination {
  return { href: text.slice(start, close).trim(), title: undefined, end: close + 1 }
}
