import { isParagraph, textKindOf } from '../xml/text-elements.ts'
import type { XmlDocument, XmlToken } from '../xml/xml-tokens.ts'
import { attributeCuts, instructionCuts, linkCut } from './inner-tags.ts'
import { readMergeFields } from './merge-fields.ts'
import type { PartNode } from './part-nodes.ts'
import { findCuts, type Cut, type Delimiters } from './tag-cuts.ts'
import type { TagSyntax } from './tag-syntax.ts'
import type { TemplateProblem } from './template-problem.ts'

/** A text token of a paragraph and where its text begins and ends in the text of the paragraph. */
type Segment = { readonly token: number; readonly from: number; readonly to: number }

type Paragraph = { readonly number: number; readonly segments: Segment[]; text: string }

type Piece = { readonly text: string } | { readonly tag: TagSyntax }

type Lexer = {
  readonly part: string
  readonly tokens: readonly XmlToken[]
  readonly problems: TemplateProblem[]
  /** What a text token with tags becomes; tokens without tags keep their text. */
  readonly pieces: Map<number, readonly Piece[]>
  /** The texts that show fields of a mail merge. */
  readonly merged: ReadonlyMap<number, TagSyntax>
  readonly dropped: Set<number>
  /** The open paragraphs: a text box is a paragraph inside a paragraph. */
  readonly open: Paragraph[]
  /** The number of the paragraph around each token. */
  readonly numbers: Int32Array
  paragraphs: number
  /** Tags in attributes, by the token that has them. */
  readonly attributes: Map<number, readonly Cut[]>
  readonly targets: ReadonlyMap<string, string>
  readonly linkIds: Set<string>
  /** The instruction being read: Word splits it into pieces like any text. */
  instruction: Paragraph | undefined
  /** The types of the open fields; empty until a field's instruction begins. */
  readonly fields: string[]
  /** Changed by `{=[[ ]]=}` for the rest of the part. */
  delimiters: Delimiters
}

/** A part to look for tags in, and its links' addresses by their relationships. */
export type LexedPart = { readonly name: string; readonly targets: ReadonlyMap<string, string> }

export type Lexed = {
  readonly nodes: PartNode[]
  readonly linkIds: ReadonlySet<string>
  /** Whether fields of a mail merge were read as tags. */
  readonly hasMergeFields: boolean
}

/**
 * Finds the tags in a part. Word splits what an author typed in one go over several runs, so the text of a paragraph is
 * joined first; the tag then stands where its first character stood, and the runs between keep their place after it.
 */
export function lexTags(
  document: XmlDocument,
  { name, targets }: LexedPart,
  problems: TemplateProblem[],
): Lexed {
  const { tokens, tags: merged } = readMergeFields(name, document.tokens, problems)
  const lexer: Lexer = {
    part: name,
    tokens,
    problems,
    pieces: new Map([...merged].map(([index, tag]) => [index, [{ tag }]])),
    merged,
    dropped: new Set(),
    open: [],
    numbers: new Int32Array(tokens.length),
    paragraphs: 0,
    attributes: new Map(),
    targets,
    linkIds: new Set(),
    instruction: undefined,
    fields: [],
    delimiters: { open: '{', close: '}' },
  }
  tokens.forEach((token, index) => lexToken(lexer, token, index))
  return { nodes: joinNodes(lexer), linkIds: lexer.linkIds, hasMergeFields: merged.size > 0 }
}

function lexToken(lexer: Lexer, token: XmlToken, index: number): void {
  const { open, numbers } = lexer
  if (token.kind === 'open' && isParagraph(token.name)) openParagraph(lexer, token.name)
  numbers[index] = open.at(-1)?.number ?? 0
  if (token.kind === 'open' || token.kind === 'empty') lexStartTag(lexer, token, index)
  else if (token.kind === 'text') lexText(lexer, token, index)
  else if (token.kind === 'close' && isParagraph(token.name)) {
    endInstruction(lexer)
    const paragraph = open.pop()
    if (paragraph !== undefined) lexParagraph(lexer, paragraph)
  }
}

function lexText(lexer: Lexer, token: XmlToken, index: number): void {
  const parent = parentName(lexer, token)
  if (parent === 'w:instrText') addInstruction(lexer, token, index)
  else if (textKindOf(parent) !== undefined && !lexer.merged.has(index))
    addText(lexer, token, index)
}

function lexStartTag(lexer: Lexer, token: XmlToken, index: number): void {
  const { name, raw } = token
  if (name === 'w:fldChar') {
    endInstruction(lexer)
    if (/begin/.test(raw)) lexer.fields.push('')
    else if (/end/.test(raw)) lexer.fields.pop()
    return
  }
  const { part, delimiters, problems, numbers } = lexer
  const source = { part, paragraph: numbers[index] ?? 0, text: raw }
  const inner = { source, delimiters, problems }
  const link = linkCut(name, inner, lexer.targets)
  if (link !== undefined) lexer.linkIds.add(link.id)
  const cuts = [...attributeCuts(name, inner), ...(link === undefined ? [] : [link.cut])]
  if (cuts.length > 0) lexer.attributes.set(index, cuts)
}

function addInstruction(lexer: Lexer, token: XmlToken, index: number): void {
  lexer.instruction ??= { number: lexer.numbers[index] ?? 0, segments: [], text: '' }
  appendTo(lexer.instruction, token, index)
}

function endInstruction(lexer: Lexer): void {
  const { instruction, part, delimiters, problems, fields } = lexer
  if (instruction === undefined) return
  lexer.instruction = undefined
  const source = { part, paragraph: instruction.number, text: instruction.text }
  const known = fields.at(-1)
  const read = instructionCuts({ source, delimiters, problems }, known === '' ? undefined : known)
  if (known === '') fields[fields.length - 1] = read.type
  if (read.cuts.length > 0) applyCuts(lexer, instruction, read.cuts)
}

function openParagraph(lexer: Lexer, name: string): void {
  // Only Word's paragraphs are counted: those that an author can count too.
  const number = name === 'w:p' ? ++lexer.paragraphs : (lexer.open.at(-1)?.number ?? 0)
  lexer.open.push({ number, segments: [], text: '' })
}

function parentName(lexer: Lexer, token: XmlToken): string {
  return lexer.tokens[token.parent]?.name ?? ''
}

function addText(lexer: Lexer, token: XmlToken, index: number): void {
  const outside: Paragraph = { number: 0, segments: [], text: '' }
  const paragraph = lexer.open.at(-1) ?? outside
  appendTo(paragraph, token, index)
  if (paragraph === outside) lexParagraph(lexer, outside)
}

function appendTo(paragraph: Paragraph, token: XmlToken, index: number): void {
  const from = paragraph.text.length
  // A bare ">" may stand in text, while new delimiters are written escaped: both must be read alike.
  paragraph.text += token.raw.replaceAll('>', '&gt;')
  paragraph.segments.push({ token: index, from, to: paragraph.text.length })
}

function lexParagraph(lexer: Lexer, paragraph: Paragraph): void {
  const source = { part: lexer.part, paragraph: paragraph.number, text: paragraph.text }
  const { cuts, delimiters } = findCuts(source, lexer.delimiters, lexer.problems)
  lexer.delimiters = delimiters
  if (cuts.length > 0) applyCuts(lexer, paragraph, cuts)
}

/** Splits the text tokens of a paragraph at its tags. */
function applyCuts(lexer: Lexer, paragraph: Paragraph, cuts: readonly Cut[]): void {
  const { segments, text } = paragraph
  let cutIndex = 0
  for (const [i, segment] of segments.entries()) {
    const pieces: Piece[] = []
    let at = segment.from
    for (
      let cut = cuts[cutIndex];
      cut !== undefined && cut.from < segment.to;
      cut = cuts[cutIndex]
    ) {
      // A tag that began in an earlier segment stands there.
      if (cut.from >= segment.from) {
        if (cut.from > at) pieces.push({ text: text.slice(at, cut.from) })
        if (cut.tag !== undefined) pieces.push({ tag: cut.tag })
      }
      at = Math.min(cut.to, segment.to)
      if (cut.to > segment.to) {
        dropBreaks(lexer, segment.token, segments[i + 1]?.token ?? segment.token)
        break
      }
      cutIndex++
    }
    if (at < segment.to) pieces.push({ text: text.slice(at, segment.to) })
    lexer.pieces.set(segment.token, pieces)
  }
}

const BREAKS: ReadonlySet<string> = new Set(['w:br', 'w:tab', 'a:br'])

/** A line break inside a tag belongs to how the tag was typed, not to the document. */
function dropBreaks(lexer: Lexer, from: number, to: number): void {
  for (let at = from + 1; at < to; at++) {
    const token = lexer.tokens[at]
    if (token?.kind === 'empty' && BREAKS.has(token.name)) lexer.dropped.add(at)
  }
}

function joinNodes(lexer: Lexer): PartNode[] {
  const { tokens, numbers, pieces, dropped } = lexer
  const nodes: PartNode[] = []
  /** Where the node of each token is. */
  const position = new Int32Array(tokens.length)
  for (const [index, token] of tokens.entries()) {
    position[index] = nodes.length
    if (dropped.has(index)) continue
    const place = {
      parent: token.parent === -1 ? -1 : (position[token.parent] ?? -1),
      paragraph: numbers[index] ?? 0,
      textKind: token.kind === 'text' ? textKindOf(parentName(lexer, token)) : undefined,
    }
    const own = pieces.get(index)
    if (own !== undefined && parentName(lexer, token) === 'w:instrText')
      place.textKind = 'instruction'
    if (own === undefined)
      addTokenNode(nodes, token, {
        ...place,
        opener: position[token.partner] ?? nodes.length,
        cuts: lexer.attributes.get(index),
      })
    else for (const piece of own) nodes.push({ ...pieceNode(piece, nodes.length), ...place })
  }
  return nodes
}

type Place = Pick<PartNode, 'parent' | 'paragraph' | 'textKind'>

type TokenPlace = Place & {
  /** Where the node that it closes is, if it closes one. */
  readonly opener: number
  readonly cuts: readonly Cut[] | undefined
}

function addTokenNode(nodes: PartNode[], token: XmlToken, at: TokenPlace): void {
  const { kind, raw, name } = token
  const { opener, cuts, ...place } = at
  const own = nodes.length
  const partner = kind === 'close' ? opener : own
  const opened = nodes[partner]
  if (opened !== undefined) opened.partner = own
  const node = { kind, raw, name, partner, tag: undefined, ...place }
  nodes.push(cuts === undefined ? node : { ...node, cuts })
}

function pieceNode(
  piece: Piece,
  partner: number,
): Pick<PartNode, 'kind' | 'raw' | 'name' | 'partner' | 'tag'> {
  return 'tag' in piece
    ? { kind: 'tag', raw: '', name: '', partner, tag: piece.tag }
    : { kind: 'text', raw: piece.text, name: '', partner, tag: undefined }
}
