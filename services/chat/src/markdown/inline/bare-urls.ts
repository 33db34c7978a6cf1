/**
 * Addresses in running text. One begins after white space or an opening mark, ends before white
 * space or the punctuation that closes a sentence, and is an `http(s)://` address, a name that ends
 * in a known top-level domain, a mail address or a bitcoin address. Read by hand in one pass: a
 * pattern with nested parentheses would take exponential time on hostile text.
 */

import topLevelDomains from 'tlds' with { type: 'json' }

import { behind, either, everywhere } from '../pattern-parts.ts'
import { withoutFinalDots } from '../tree/urls.ts'

// Endings that are far more often the name of a file than an address.
const FILE_ENDINGS: ReadonlySet<string> = new Set(['java', 'md', 'mov', 'py', 'zip'])
const DOMAINS: ReadonlySet<string> = new Set(
  topLevelDomains.filter((domain) => !FILE_ENDINGS.has(domain)),
)

const OPENING = /[\s"'(<,:]/
const START = everywhere(behind(either(/^/, OPENING)), /[\p{L}\p{N}_.-]/u)
const CLOSING = new Set(['!', ':', ';', '?', ')', ',', '.', "'", '"', '>'])
const MAX_PAREN_DEPTH = 7

export interface Range {
  readonly start: number
  readonly end: number
}

/** Finds the first address at or behind a position of the text. */
export function searchBareUrls(text: string): (from: number) => Range | undefined {
  if (!/[.:@]/.test(text)) return () => undefined
  const isEnd = possibleEnds(text)
  return (from) => {
    START.lastIndex = from
    for (let match = START.exec(text); match !== null; match = START.exec(text)) {
      const start = match.index
      const end =
        protocolUrlEnd(text, isEnd, start) ??
        domainUrlEnd(text, isEnd, start) ??
        mailEnd(text, isEnd, start) ??
        bitcoinEnd(text, isEnd, start)
      if (end !== undefined) return { start, end }
      START.lastIndex = start + match[0].length
    }
    return undefined
  }
}

/** For every index whether only closing punctuation stands between it and white space or the end. */
function possibleEnds(text: string): Uint8Array {
  const isEnd = new Uint8Array(text.length + 1)
  isEnd[text.length] = 1
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const char = text[index] ?? ''
    if (/\s/.test(char) || (CLOSING.has(char) && isEnd[index + 1] === 1)) isEnd[index] = 1
  }
  return isEnd
}

const PROTOCOL = /https?:\/\//y
const HOST_CHARACTER = /[\p{L}\p{N}_.:@-]/uy

function protocolUrlEnd(text: string, isEnd: Uint8Array, start: number): number | undefined {
  PROTOCOL.lastIndex = start
  const protocol = PROTOCOL.exec(text)
  if (protocol === null) return undefined
  let index = start + protocol[0].length
  for (let length = 0; ; length += 1) {
    if (length > 0) {
      const end = pathEnd(text, isEnd, index)
      if (end !== undefined) return end
    }
    HOST_CHARACTER.lastIndex = index
    const char = HOST_CHARACTER.exec(text)
    if (char === null) return undefined
    index += char[0].length
  }
}

const NAME = /[\p{L}\p{N}_.-]+/uy

function domainUrlEnd(text: string, isEnd: Uint8Array, start: number): number | undefined {
  NAME.lastIndex = start
  const written = NAME.exec(text)?.[0]
  if (written === undefined) return undefined
  const name = withoutFinalDots(written)
  const labels = name.split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length < 2 || labels.includes('') || !DOMAINS.has(last)) return undefined
  return pathEnd(text, isEnd, start + name.length)
}

/** Where an address ends whose host ends at `index`: behind its path, or right here. */
function pathEnd(text: string, isEnd: Uint8Array, index: number): number | undefined {
  const char = text[index]
  // A question mark opens a query only when something other than closing punctuation follows.
  if (char === '/' || (char === '?' && isEnd[index] !== 1)) {
    const end = pathBodyEnd(text, isEnd, index + 1)
    if (end !== undefined) return end
  }
  return isEnd[index] === 1 ? index : undefined
}

function pathBodyEnd(text: string, isEnd: Uint8Array, from: number): number | undefined {
  let depth = 0
  for (let index = from; index <= text.length; index += 1) {
    if (depth === 0 && isEnd[index] === 1) return index
    const char = text[index] ?? ''
    if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    if (depth < 0 || depth > MAX_PAREN_DEPTH || char === '"' || /\s/.test(char)) return undefined
  }
  return undefined
}

const MAIL = /[\p{L}\p{N}_.-]+@[\p{L}\p{N}_.-]+/uy

function mailEnd(text: string, isEnd: Uint8Array, start: number): number | undefined {
  MAIL.lastIndex = start
  const written = MAIL.exec(text)?.[0]
  if (written === undefined) return undefined
  const mail = withoutFinalDots(written)
  if (!/@.+\.[\p{L}\p{N}_]+$/u.test(mail)) return undefined
  const end = start + mail.length
  return isEnd[end] === 1 ? end : undefined
}

const BITCOIN = /bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}/y

function bitcoinEnd(text: string, isEnd: Uint8Array, start: number): number | undefined {
  BITCOIN.lastIndex = start
  const match = BITCOIN.exec(text)
  if (match === null) return undefined
  const end = start + match[0].length
  return isEnd[end] === 1 ? end : undefined
}
