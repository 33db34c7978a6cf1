import { fail, ok, type Result } from '@oficina/kit/result.ts'
import {
  DOCUMENT_TYPE,
  elementName,
  MAX_ATTRIBUTES,
  pieceEnd,
  pieceKind,
  TOO_MANY_ATTRIBUTES,
  UNFINISHED,
  type PieceKind,
} from '@oficina/xml/markup.ts'

import { say, type Told } from '../messages/say.ts'

/** A piece of an XML part, as written. Tokens follow each other without gaps, so joining `raw` gives the part back. */
export type XmlToken = {
  readonly kind: PieceKind
  readonly raw: string
  /** Element name with the prefix that this engine knows its namespace by (`w:p`), whatever prefix the part uses. */
  readonly name: string
  /** Index of the innermost element that is open here; -1 at the top. */
  readonly parent: number
  /** For `open` and `close`: the index of the other end. For all others, their own index. */
  partner: number
}

export type XmlDocument = {
  readonly tokens: readonly XmlToken[]
  /** The prefix of WordprocessingML elements in this part: nearly always `w:`. */
  readonly wordPrefix: string
}

export type XmlLimits = { readonly maxXmlDepth: number }

// A part of this many elements takes a second to render and some hundred megabytes to hold.
const MAX_TOKENS = 1_500_000

// Strict documents name their namespaces differently; some tools choose other prefixes than Word.
const KNOWN_NAMESPACES: ReadonlyMap<string, string> = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://schemas.openxmlformats.org/drawingml/2006/main', 'a'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
])

type Tokenizer = {
  readonly tokens: XmlToken[]
  /** Indexes of the open elements. */
  readonly open: number[]
  readonly prefixes: Map<string, string>
  wordPrefix: string
}

/**
 * Cuts an XML part into tokens and checks that its elements are nested as they must be. There is no DTD and no entity
 * declaration: a part with one is refused. Time and memory are linear in the length; nothing recurses.
 */
export function tokenizeXml(xml: string, limits: XmlLimits): Result<XmlDocument, Told> {
  const tokenizer: Tokenizer = { tokens: [], open: [], prefixes: new Map(), wordPrefix: 'w:' }
  const { tokens, open } = tokenizer
  for (let at = 0; at < xml.length;) {
    const end = pieceEnd(xml, at)
    if (end === UNFINISHED) return fail('The part is not well-formed XML: it ends inside a tag.')
    if (end === DOCUMENT_TYPE)
      return fail('The part has a document type declaration, which is not allowed.')
    if (end === TOO_MANY_ATTRIBUTES)
      return fail(say('An element has more than %{max} attributes.', { max: MAX_ATTRIBUTES }))
    const problem = addToken(tokenizer, pieceKind(xml, at, end), xml.slice(at, end))
    if (problem !== undefined) return fail(problem)
    if (open.length > limits.maxXmlDepth)
      return fail(say('Elements are nested deeper than %{max}.', { max: limits.maxXmlDepth }))
    if (tokens.length > MAX_TOKENS) return fail('The part has too many elements.')
    at = end
  }
  if (open.length > 0) return fail(misnested(undefined, tokens[open.at(-1) ?? -1]?.name))
  return ok({ tokens, wordPrefix: tokenizer.wordPrefix })
}

/** Adds a token; the result says what is wrong with it. */
function addToken(tokenizer: Tokenizer, kind: PieceKind, raw: string): Told | undefined {
  const { tokens, open, prefixes } = tokenizer
  const parent = open.at(-1) ?? -1
  const own = tokens.length
  if (kind === 'text' || kind === 'other') {
    tokens.push({ kind, raw, name: '', parent, partner: own })
    return undefined
  }
  if (parent === -1 && kind !== 'close') tokenizer.wordPrefix = readNamespaces(raw, prefixes)
  const name = canonicalName(elementName(raw), prefixes)
  if (kind !== 'close') {
    tokens.push({ kind, raw, name, parent, partner: own })
    if (kind === 'open') open.push(own)
    return undefined
  }
  const opener = tokens[parent]
  if (opener === undefined || opener.name !== name) return misnested(name, opener?.name)
  open.pop()
  opener.partner = own
  tokens.push({ kind, raw, name, parent: opener.parent, partner: parent })
  return undefined
}

function readNamespaces(rootTag: string, prefixes: Map<string, string>): string {
  let wordPrefix = 'w:'
  for (const [, prefix = '', , value = ''] of rootTag.matchAll(
    /\sxmlns(?::([^\s=]+))?\s*=\s*(["'])(.*?)\2/g,
  )) {
    const known = KNOWN_NAMESPACES.get(value)
    if (known === undefined) continue
    if (known === 'w') wordPrefix = prefix === '' ? '' : `${prefix}:`
    if (prefix !== known) prefixes.set(prefix, known)
  }
  return wordPrefix
}

function canonicalName(name: string, prefixes: ReadonlyMap<string, string>): string {
  if (prefixes.size === 0) return name
  const colon = name.indexOf(':')
  const known = prefixes.get(colon === -1 ? '' : name.slice(0, colon))
  return known === undefined ? name : `${known}:${name.slice(colon + 1)}`
}

function misnested(close: string | undefined, open: string | undefined): Told {
  if (close === undefined)
    return say('The part is not well-formed XML: <%{open}> is not closed.', { open: String(open) })
  if (open === undefined)
    return say('The part is not well-formed XML: </%{close}> closes nothing.', { close })
  return say('The part is not well-formed XML: </%{close}> closes <%{open}>.', { close, open })
}
