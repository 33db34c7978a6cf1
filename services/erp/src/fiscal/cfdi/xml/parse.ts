import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { attributesOf } from '@oficina/xml/attributes.ts'
import {
  DOCUMENT_TYPE,
  elementName,
  pieceEnd,
  pieceKind,
  UNFINISHED,
  type PieceKind,
} from '@oficina/xml/markup.ts'

import { XML } from '../../../messages/cfdi-xml.ts'
import type { Message } from '../../../messages/message.ts'
import { prefixOf } from './namespaces.ts'
import type { Node } from './tree.ts'

/** Bytes of a CFDI: a global invoice of ten thousand sales has some six million. */
export const MAX_CFDI_BYTES = 8 * 1024 * 1024
/** Elements of a CFDI, an addenda's among them. */
export const MAX_ELEMENTS = 200_000
/** How deep elements may stand in each other; a CFDI needs eight. */
export const MAX_DEPTH = 32

type Scope = ReadonlyMap<string, string>

interface Open {
  readonly tag: string
  readonly scope: Scope
  readonly node: Node & { readonly children: Node[] }
}

/**
 * The first element of an XML document in UTF-8, the names with the prefixes that the declarations use; or what is wrong.
 * Text between elements is not looked at, since a CFDI has none; there is no document type and no entity.
 */
export function parseTree(bytes: Uint8Array): Result<Node, Message> {
  if (bytes.length > MAX_CFDI_BYTES)
    return fail(XML.tooLarge({ megabytes: MAX_CFDI_BYTES / 1024 / 1024 }))
  const text = textOf(bytes)
  if (text === undefined) return fail(XML.notUtf8())
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1]
  if (declared !== undefined && declared.toLowerCase() !== 'utf-8') return fail(XML.saysNotUtf8())
  return readPieces(text)
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    // A mark of the byte order is left out by the decoder.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function readPieces(text: string): Result<Node, Message> {
  const node = { name: '', attributes: new Map<string, string>(), children: [] as Node[] }
  const state: State = { stack: [{ tag: '', scope: new Map(), node }], elements: 0 }
  for (let at = 0; at < text.length;) {
    const end = pieceEnd(text, at)
    if (end < 0) return fail(unreadable(end))
    const problem = readPiece(state, pieceKind(text, at, end), text.slice(at, end))
    if (problem !== undefined) return fail(problem)
    at = end
  }
  const [root, second] = node.children
  const isOne = root !== undefined && second === undefined && state.stack.length === 1
  return isOne ? ok(root) : fail(XML.notWellFormed())
}

interface State {
  /** The elements around, the document itself first. */
  readonly stack: [Open, ...Open[]]
  elements: number
}

/** What is wrong with a piece, where something is. */
function readPiece(state: State, kind: PieceKind, piece: string): Message | undefined {
  const { stack } = state
  switch (kind) {
    case 'open':
    case 'empty':
      return openElement(state, kind, piece)
    case 'close': {
      const closed = stack.length > 1 ? stack.pop() : undefined
      return closed?.tag === elementName(piece) ? undefined : XML.notWellFormed()
    }
    case 'text':
      return stack.length === 1 && piece.trim() !== '' ? XML.notWellFormed() : undefined
    case 'other':
      return undefined
  }
}

function openElement(state: State, kind: 'open' | 'empty', piece: string): Message | undefined {
  const { stack } = state
  state.elements += 1
  if (state.elements > MAX_ELEMENTS) return XML.tooManyElements({ most: MAX_ELEMENTS })
  const opened = open(piece, stack.at(-1) ?? stack[0])
  if (opened === undefined) return XML.notWellFormed()
  if (kind === 'open') stack.push(opened)
  // The document itself is the first of them.
  return stack.length > MAX_DEPTH + 1 ? XML.tooDeep({ most: MAX_DEPTH }) : undefined
}

function unreadable(end: number): Message {
  if (end === DOCUMENT_TYPE) return XML.documentType()
  return end === UNFINISHED ? XML.notWellFormed() : XML.tooManyAttributes()
}

function open(tag: string, parent: Open): Open | undefined {
  const name = elementName(tag)
  const written = attributesOf(tag)
  if (written === undefined || name === '') return undefined
  const scope = scopeOf(written, parent.scope)
  const own = [...written].filter(([key]) => !key.includes(':') && key !== 'xmlns')
  const node = { name: canonicalName(name, scope), attributes: new Map(own), children: [] }
  parent.node.children.push(node)
  return { tag: name, scope, node }
}

/** The namespaces by prefix; '' is that of names without one. */
function scopeOf(written: ReadonlyMap<string, string>, outer: Scope): Scope {
  const own = [...written].flatMap(([key, uri]) => {
    if (key === 'xmlns') return [['', uri] as const]
    return key.startsWith('xmlns:') ? [[key.slice('xmlns:'.length), uri] as const] : []
  })
  return own.length === 0 ? outer : new Map([...outer, ...own])
}

/** `cfdi:Concepto` whatever its prefix was; `{uri}Name` in a namespace that the declarations do not know. */
function canonicalName(name: string, scope: Scope): string {
  const colon = name.indexOf(':')
  const uri = scope.get(colon === -1 ? '' : name.slice(0, colon)) ?? ''
  const prefix = prefixOf(uri)
  const local = name.slice(colon + 1)
  return prefix === undefined ? `{${uri}}${local}` : `${prefix}:${local}`
}
