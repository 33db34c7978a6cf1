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
  return opening === null ? undefined : scan(text, from + opening[0].length)
}

interface Quote {
  readonly mark: string
  /** The index behind the opening mark. */
  readonly from: number
  /** The index behind the last mark of the kind seen so far. */
  to: number | undefined
}

interface Scanner {
  /** Parentheses still open. */
  depth: number
  /** Parentheses still open if the quote turns out to be none. */
  depthWithoutTitle: number
  endWithoutTitle: number | undefined
  quote: Quote | undefined
  otherQuote: Quote | undefined
  /** The last character that is no space. */
  last: string
}

/** Reads to the parenthesis that closes the link; those inside may nest, those in a title do not count. */
function scan(text: string, start: number): Destination | undefined {
  const scanner: Scanner = {
    depth: 1,
    depthWithoutTitle: 1,
    endWithoutTitle: undefined,
    quote: undefined,
    otherQuote: undefined,
    last: '',
  }
  for (let index = start; index < text.length; index += 1) {
    const char = text[index] ?? ''
    take(scanner, char, index)
    if (scanner.depth === 0) return finish(scanner, text, { start, close: index })
    if (char !== ' ') scanner.last = char
  }
  if (scanner.depthWithoutTitle !== 0 || scanner.endWithoutTitle === undefined) return undefined
  const end = scanner.endWithoutTitle
  return { href: text.slice(start, end - 1).trim(), title: undefined, end }
}

function take(scanner: Scanner, char: string, index: number): void {
  if (char === '(') takeOpening(scanner)
  else if (char === ')') takeClosing(scanner, index)
  else if (char === '"' || char === "'") takeQuote(scanner, char, index)
}

function takeOpening(scanner: Scanner): void {
  if (scanner.quote === undefined) scanner.depth += 1
  else if (scanner.depthWithoutTitle > 0) scanner.depthWithoutTitle -= 1
}

function takeClosing(scanner: Scanner, index: number): void {
  if (closesTitle(scanner, scanner.quote) || closesTitle(scanner, scanner.otherQuote)) {
    scanner.depth = 0
  } else if (scanner.quote === undefined) scanner.depth -= 1
  else if (scanner.depthWithoutTitle > 0) {
    scanner.depthWithoutTitle -= 1
    if (scanner.depthWithoutTitle === 0) scanner.endWithoutTitle = index + 1
  }
}

function closesTitle(scanner: Scanner, quote: Quote | undefined): boolean {
  return quote?.to !== undefined && quote.mark === scanner.last
}

function takeQuote(scanner: Scanner, char: string, index: number): void {
  const { quote, otherQuote } = scanner
  if (quote === undefined) {
    scanner.quote = { mark: char, from: index + 1, to: undefined }
    scanner.depthWithoutTitle = scanner.depth
    scanner.depth = 1
  } else if (quote.mark === char) quote.to = index + 1
  else if (otherQuote === undefined) {
    scanner.otherQuote = { mark: char, from: index + 1, to: undefined }
  } else otherQuote.to = index + 1
}

function finish(
  scanner: Scanner,
  text: string,
  range: { readonly start: number; readonly close: number },
): Destination {
  const end = range.close + 1
  for (const quote of [scanner.quote, scanner.otherQuote]) {
    if (quote?.to === undefined || quote.mark !== scanner.last) continue
    const href = text.slice(range.start, quote.from - 1).trim()
    return { href, title: text.slice(quote.from, quote.to - 1), end }
  }
  return { href: text.slice(range.start, range.close).trim(), title: undefined, end }
}
