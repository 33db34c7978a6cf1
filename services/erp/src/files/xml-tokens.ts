import { FileProblem } from './file-problem.ts'

/** A piece of an XML text. `name` is without its prefix. */
export type XmlToken =
  | {
      readonly kind: 'open'
      readonly name: string
      readonly attributes: string
      readonly isEmpty: boolean
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

// Worksheets hold a cell's text in one piece; a longer one is no worksheet.
const MAX_PIECE_LENGTH = 4 * 1024 * 1024

/**
 * Reads the XML of a workbook piece by piece: as much of XML as its parts consist of. A document type, which could make
 * texts grow or read files, is refused.
 * @throws FileProblem
 */
export async function* xmlTokens(chunks: AsyncIterable<Buffer>): AsyncGenerator<XmlToken[]> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  for await (const chunk of chunks) {
    const read = tokensOf(rest + decoder.decode(chunk, { stream: true }))
    rest = read.rest
    if (rest.length > MAX_PIECE_LENGTH) throw new FileProblem('the workbook holds a text too long')
    yield read.tokens
  }
}

function tokensOf(text: string): { readonly tokens: XmlToken[]; readonly rest: string } {
  const tokens: XmlToken[] = []
  let at = 0
  for (;;) {
    const open = text.indexOf('<', at)
    if (open < 0) return { tokens, rest: text.slice(at) }
    const close = endOfTag(text, open)
    if (close < 0) return { tokens, rest: text.slice(at) }
    if (open > at) tokens.push({ kind: 'text', text: decoded(text.slice(at, open)) })
    pushTag(tokens, text.slice(open + 1, close))
    at = close + 1
  }
}

/** Where a tag, comment or CDATA section that begins at `open` ends, or -1 when the text ends before. */
function endOfTag(text: string, open: number): number {
  if (text.startsWith('<!--', open)) return endAfter(text, '-->', open)
  if (text.startsWith('<![CDATA[', open)) return endAfter(text, ']]>', open)
  // '<!' alone may still become either of them.
  if (text.length - open < '<![CDATA['.length && text.startsWith('<!', open)) return -1
  let at = open
  for (;;) {
    const close = text.indexOf('>', at)
    const quote = quoteBetween(text, at, close)
    if (close < 0 || quote < 0) return close
    // An attribute's value may hold a '>'; the tag goes on behind the value.
    const end = text.indexOf(text.charAt(quote), quote + 1)
    if (end < 0) return -1
    at = end + 1
  }
}

const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27

/** Where the first quote stands, or -1. */
function quoteBetween(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return at
  }
  return -1
}

function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? -1 : at + mark.length - 1
}

function pushTag(tokens: XmlToken[], tag: string): void {
  if (tag.startsWith('!--') || tag.startsWith('?')) return
  if (tag.startsWith('![CDATA[')) {
    tokens.push({ kind: 'text', text: tag.slice('![CDATA['.length, -']]'.length) })
    return
  }
  if (tag.startsWith('!')) throw new FileProblem('the workbook has a document type')
  if (tag.startsWith('/')) {
    tokens.push({ kind: 'close', name: localName(tag.slice(1).trim()) })
    return
  }
  const isEmpty = tag.endsWith('/')
  const body = isEmpty ? tag.slice(0, -1) : tag
  const space = body.search(/\s/)
  const name = localName(space < 0 ? body : body.slice(0, space))
  tokens.push({ kind: 'open', name, attributes: space < 0 ? '' : body.slice(space), isEmpty })
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const VALUE = String.raw`\s*=\s*(?:"([^"]*)"|'([^']*)')`
// One attribute behind the other from the start, so that what a value holds is never taken for one.
const BEFORE = String.raw`^(?:\s*[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*?`

/** The value of an attribute, or undefined; `name` with its prefix, or as an expression. */
export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(String.raw`${BEFORE}\s+${name}${VALUE}`).exec(attributes)
  const raw = found?.[1] ?? found?.[2]
  return raw === undefined ? undefined : decoded(raw)
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#x([\da-fA-F]+)|#(\d+)|(\w+));/g, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0x10ffff ? whole : String.fromCodePoint(code)
  })
}
