/** What a piece of XML is: text, or markup by its kind; `other` are comments, CDATA sections and processing instructions. */
export type PieceKind = 'open' | 'close' | 'empty' | 'text' | 'other'

/** Given instead of an end: the text ends first, or must not be read any further. */
export const UNFINISHED = -1
export const DOCUMENT_TYPE = -2
export const TOO_MANY_ATTRIBUTES = -3

// Word writes about forty, nearly all of them namespaces of the root element.
export const MAX_ATTRIBUTES = 1_000

const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
const SLASH = 0x2f
const EXCLAMATION = 0x21
const QUESTION = 0x3f
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const SPACE = 0x20

/**
 * Where the piece of XML that begins at `at` ends, text or markup; or one of the three constants above. There is no DTD
 * and no entity declaration, which could make texts grow or read files. Each character is looked at twice at most.
 */
export function pieceEnd(xml: string, at: number): number {
  if (xml.charCodeAt(at) !== LESS_THAN) {
    const next = xml.indexOf('<', at)
    return next === -1 ? xml.length : next
  }
  const next = xml.charCodeAt(at + 1)
  if (next === QUESTION) return after(xml, '?>', at + 2)
  if (next !== EXCLAMATION) return elementEnd(xml, at)
  if (xml.startsWith('<!--', at)) return after(xml, '-->', at + 4)
  if (xml.startsWith('<![CDATA[', at)) return after(xml, ']]>', at + 9)
  // What has arrived so far may still become one of them.
  const begun = xml.slice(at, at + 9)
  return '<!--'.startsWith(begun) || '<![CDATA['.startsWith(begun) ? UNFINISHED : DOCUMENT_TYPE
}

function after(xml: string, terminator: string, from: number): number {
  const found = xml.indexOf(terminator, from)
  return found === -1 ? UNFINISHED : found + terminator.length
}

/** A `>` may stand inside an attribute's quotes. */
function elementEnd(xml: string, at: number): number {
  let from = at + 1
  let close = -1
  for (let attributes = 0; attributes <= MAX_ATTRIBUTES; attributes++) {
    // The next search starts after it, so that nothing is searched twice.
    if (close < from) close = xml.indexOf('>', from)
    if (close === -1) return UNFINISHED
    const quote = firstQuote(xml, from, close)
    if (quote === -1) return close + 1
    const partner = xml.indexOf(xml.charAt(quote), quote + 1)
    if (partner === -1) return UNFINISHED
    from = partner + 1
  }
  return TOO_MANY_ATTRIBUTES
}

function firstQuote(xml: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const code = xml.charCodeAt(i)
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return i
  }
  return -1
}

/** The kind of the piece from `at` to `end`. */
export function pieceKind(xml: string, at: number, end: number): PieceKind {
  if (xml.charCodeAt(at) !== LESS_THAN) return 'text'
  const next = xml.charCodeAt(at + 1)
  if (next === QUESTION || next === EXCLAMATION) return 'other'
  if (next === SLASH) return 'close'
  return xml.charCodeAt(end - 2) === SLASH ? 'empty' : 'open'
}

/** The name of an element with its prefix, from its start or end tag. */
export function elementName(tag: string): string {
  const start = tag.charCodeAt(1) === SLASH ? 2 : 1
  let end = start
  while (end < tag.length && !isNameEnd(tag.charCodeAt(end))) end++
  return tag.slice(start, end)
}

function isNameEnd(code: number): boolean {
  return code <= SPACE || code === SLASH || code === GREATER_THAN
}
