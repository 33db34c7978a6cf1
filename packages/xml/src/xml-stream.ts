import {
  DOCUMENT_TYPE,
  elementName,
  pieceEnd,
  pieceKind,
  TOO_MANY_ATTRIBUTES,
  UNFINISHED,
} from './markup.ts'
import { unescapeText } from './xml-text.ts'

/** A piece of streamed XML. `name` has no prefix. */
export type StreamToken =
  | {
      readonly kind: 'open'
      readonly name: string
      /** As written, for `attribute`. */
      readonly tag: string
      readonly isEmpty: boolean
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

/** XML that cannot be read any further. */
export class XmlProblem extends Error {
  readonly kind: 'document-type' | 'too-many-attributes' | 'piece-too-long'

  constructor(kind: XmlProblem['kind']) {
    super(`The XML cannot be read: ${kind}.`)
    this.name = 'XmlProblem'
    this.kind = kind
  }
}

// Maximum length of one text, tag or comment: what has to be in memory at once. A worksheet holds a cell's text in one
// piece.
const MAX_PIECE_LENGTH = 4 * 1024 * 1024

/**
 * Reads UTF-8 XML piece by piece in constant memory: yields the tokens that each chunk completes, texts unescaped.
 * Nesting is not checked.
 * @throws XmlProblem
 */
export async function* xmlTokens(chunks: AsyncIterable<Buffer>): AsyncGenerator<StreamToken[]> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  for await (const chunk of chunks) {
    const next = decoder.decode(chunk, { stream: true })
    const text = rest + next
    const tokens: StreamToken[] = []
    // Looked at again with each of its chunks, a long piece would take time by the square of its length.
    const isLonger = rest.length >= OPENING_LENGTH && !mayEnd(next)
    rest = isLonger ? text : text.slice(readPieces(text, tokens))
    if (rest.length > MAX_PIECE_LENGTH) throw new XmlProblem('piece-too-long')
    yield tokens
  }
}

// From so many characters on it is known what a piece is: the longest opening is that of a CDATA section.
const OPENING_LENGTH = '<![CDATA['.length

/** Whether a piece that has begun may end in a text: markup ends with `>`, a text where markup begins. */
function mayEnd(text: string): boolean {
  return text.includes('>') || text.includes('<')
}

/** Adds the complete tokens, and gives where the rest begins: a text may go on in the next chunk. */
function readPieces(text: string, tokens: StreamToken[]): number {
  for (let at = 0; ;) {
    const end = pieceEnd(text, at)
    if (end === DOCUMENT_TYPE) throw new XmlProblem('document-type')
    if (end === TOO_MANY_ATTRIBUTES) throw new XmlProblem('too-many-attributes')
    const kind = pieceKind(text, at, end)
    if (end === UNFINISHED || (kind === 'text' && end === text.length)) return at
    const token = readPiece(kind, text.slice(at, end))
    if (token !== undefined) tokens.push(token)
    at = end
  }
}

const CDATA = '<![CDATA['

function readPiece(kind: ReturnType<typeof pieceKind>, raw: string): StreamToken | undefined {
  switch (kind) {
    case 'text':
      return { kind, text: unescapeText(raw) }
    case 'close':
      return { kind, name: localName(raw) }
    case 'open':
    case 'empty':
      return { kind: 'open', name: localName(raw), tag: raw, isEmpty: kind === 'empty' }
    case 'other':
      return raw.startsWith(CDATA)
        ? { kind: 'text', text: raw.slice(CDATA.length, -']]>'.length) }
        : undefined
  }
}

function localName(tag: string): string {
  const name = elementName(tag)
  return name.slice(name.indexOf(':') + 1)
}
