/**
 * Addresses in running text. One starts after white space or an opening mark, ends before white space or the
 * punctuation that closes a sentence, and is an `http(s)://` address, a name that ends in a known top-level domain, a
 * mail address or a bitcoin address. Read by hand in one pass: a pattern with nested parentheses would take exponential
 * time on hostile text.
 */

import topLevelDomains from 'tlds' with { type: 'json' }

import { behind, either, everywhere, repeated, sequence } from '../pattern-parts.ts'
import { withoutFinalDots } from '../tree/urls.ts'
import { CLAIMED } from './claimed-text.ts'

// Endings that people write after file names far more often than after an address.
const FILE_ENDINGS: ReadonlySet<string> = new Set('md py java zip mov'.split(' '))
const DOMAINS: ReadonlySet<string> = new Set(
  topLevelDomains.filter((domain) => !FILE_ENDINGS.has(domain)),
)

const OPENING = /[\s"'(<,:]/
const START = everywhere(behind(either(/^/, OPENING)), /[\p{L}\p{N}_.-]/u)
// Punctuation that may follow an address in a sentence.
const CLOSING = new Set('.,:;!?)>\'"')
// Few addresses contain parentheses; more deeply nested ones are no address.
const MAX_NESTED = 7

export interface Range {
  readonly start: number
  readonly end: number
}

/** A text with what is known about each of its positions. */
interface Surveyed {
  readonly text: string
  /** Whether only closing punctuation is between a position and white space or the end. */
  readonly isEnd: Uint8Array
  /** How many more parentheses are opened than closed before a position. */
  readonly depths: Int32Array
  /** Up to where no path that begins at this depth can end. */
  readonly endless: Map<number, number>
}

/** Finds the first address at or after a position of the text. */
export function searchBareUrls(text: string): (from: number) => Range | undefined {
  if (!/[.:@]/.test(text)) return () => undefined
  const surveyed = survey(text)
  return (from) => {
    START.lastIndex = from
    for (let match = START.exec(text); match !== null; match = START.exec(text)) {
      const start = match.index
      const end =
        protocolUrlEnd(surveyed, start) ??
        domainUrlEnd(surveyed, start) ??
        mailEnd(surveyed, start) ??
        bitcoinEnd(surveyed, start)
      if (end !== undefined) return { start, end }
      START.lastIndex = start + match[0].length
    }
    return undefined
  }
}

function survey(text: string): Surveyed {
  const isEnd = new Uint8Array(text.length + 1)
  isEnd[text.length] = 1
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const char = text[index] ?? ''
    if (/\s/.test(char) || (CLOSING.has(char) && isEnd[index + 1] === 1)) isEnd[index] = 1
  }
  const depths = new Int32Array(text.length + 1)
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1
    else if (text[index] === ')') depth -= 1
    depths[index + 1] = depth
  }
  return { text, isEnd, depths, endless: new Map() }
}

const PROTOCOL = /https?:\/\//y
const HOST_CHARACTER = /[\p{L}\p{N}_.:@-]/uy

function protocolUrlEnd(surveyed: Surveyed, start: number): number | undefined {
  const { text } = surveyed
  PROTOCOL.lastIndex = start
  const protocol = PROTOCOL.exec(text)
  if (protocol === null) return undefined
  let index = start + protocol[0].length
  for (let length = 0; ; length += 1) {
    if (length > 0) {
      const end = pathEnd(surveyed, index)
      if (end !== undefined) return end
    }
    HOST_CHARACTER.lastIndex = index
    const char = HOST_CHARACTER.exec(text)
    if (char === null) return undefined
    index += char[0].length
  }
}

const NAME = /[\p{L}\p{N}_.-]+/uy

function domainUrlEnd(surveyed: Surveyed, start: number): number | undefined {
  const { text } = surveyed
  NAME.lastIndex = start
  const written = NAME.exec(text)?.[0]
  if (written === undefined) return undefined
  const name = withoutFinalDots(written)
  const labels = name.split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length < 2 || labels.includes('') || !DOMAINS.has(last)) return undefined
  return pathEnd(surveyed, start + name.length)
}

/** Where an address ends whose host ends at `index`: after its path, or right here. */
function pathEnd(surveyed: Surveyed, index: number): number | undefined {
  const { text, isEnd } = surveyed
  const char = text[index]
  // A question mark starts a query only when something other than closing punctuation follows.
  if (char === '/' || (char === '?' && isEnd[index] !== 1)) {
    const end = pathBodyEnd(surveyed, index + 1)
    if (end !== undefined) return end
  }
  return isEnd[index] === 1 ? index : undefined
}

/** A path ends where as many of its parentheses are closed as were opened. */
function pathBodyEnd(surveyed: Surveyed, from: number): number | undefined {
  const { depths, endless } = surveyed
  const base = depths[from] ?? 0
  // An earlier path at this depth found no end up to there, so this one finds none either.
  if (from < (endless.get(base) ?? 0)) return undefined
  const end = pathHalt(surveyed, from, base)
  if (depths[end] === base && isPathEnd(surveyed, end)) return end
  endless.set(base, end)
  return undefined
}

/** Where the path ends, or up to where it has no end. */
function pathHalt(surveyed: Surveyed, from: number, base: number): number {
  for (let index = from; ; index += 1) {
    const depth = (surveyed.depths[index] ?? 0) - base
    if (depth < 0 || depth > MAX_NESTED || isHalt(surveyed.text, index)) return index
    if (depth === 0 && isPathEnd(surveyed, index)) return index
  }
}

function isPathEnd({ text, isEnd }: Surveyed, index: number): boolean {
  return isEnd[index] === 1 || text[index] === CLAIMED
}

// White space and quotes; text that is already claimed is not part of an address either.
const HALTING = new RegExp(`[\\s"${CLAIMED}]`)

function isHalt(text: string, index: number): boolean {
  return index >= text.length || HALTING.test(text[index] ?? '')
}

const MAIL = /[\p{L}\p{N}_.-]+@[\p{L}\p{N}_.-]+/uy

function mailEnd({ text, isEnd }: Surveyed, start: number): number | undefined {
  MAIL.lastIndex = start
  const written = MAIL.exec(text)?.[0]
  if (written === undefined) return undefined
  const mail = withoutFinalDots(written)
  if (!/@.+\.[\p{L}\p{N}_]+$/u.test(mail)) return undefined
  const end = start + mail.length
  return isEnd[end] === 1 ? end : undefined
}

// Base 58 leaves out the look-alikes 0, O, I and l. An address starts with its version, 1 or 3.
const BASE_58 = /[1-9A-HJ-NP-Za-km-z]/
const BITCOIN = new RegExp(sequence('bitcoin:', /[13]/, repeated(BASE_58, 25, 34)).source, 'uy')

function bitcoinEnd({ text, isEnd }: Surveyed, start: number): number | undefined {
  BITCOIN.lastIndex = start
  const match = BITCOIN.exec(text)
  if (match === null) return undefined
  const end = start + match[0].length
  return isEnd[end] === 1 ? end : undefined
}
