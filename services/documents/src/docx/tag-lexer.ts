import { parseTag } from './tag-parse.ts'
import type { PartNode } from './part-nodes.ts'
import type { TagSyntax } from './tag-syntax.ts'
import { isParagraph, textKindOf } from './text-elements.ts'
import type { TemplateProblem } from './types.ts'
import type { XmlDocument, XmlToken } from './xml-tokens.ts'
import { unescapeText } from './xml-text.ts'

type Delimiters = { readonly open: string; readonly close: string }

/** A text token of a paragraph and where its text begins in the text of the paragraph. */
type Segment = { readonly token: number; readonly from: number; readonly to: number }

type Paragraph = {
  readonly element: number
  readonly number: number
  readonly segments: Segment[]
  text: string
}

/** A piece of a paragraph's text that is no text: a tag, or a change of delimiters, which leaves nothing. */
type Cut = { readonly from: number; readonly to: number; readonly tag: TagSyntax | undefined }

type Piece = { readonly text: string } | { readonly tag: TagSyntax }

type Lexer = {
  readonly part: string
  readonly tokens: readonly XmlToken[]
  readonly problems: TemplateProblem[]
  /** What becomes of a text token that has tags; tokens without keep their text. */
  readonly pieces: Map<number, readonly Piece[]>
  readonly dropped: Set<number>
  /** Changed by `{=[[ ]]=}` for the rest of the part. */
  delimiters: Delimiters
}

/**
 * Finds the tags in a part. Word splits what an author typed in one go over several runs, so the text of a paragraph is
 * joined first; the tag then stands where its first character stood, and the runs between keep their place after it.
 */
export function lexTags(
  document: XmlDocument,
  part: string,
  problems: TemplateProblem[],
): PartNode[] {
  const lexer: Lexer = {
    part,
    tokens: document.tokens,
    problems,
    pieces: new Map(),
    dropped: new Set(),
    delimiters: { open: '{', close: '}' },
  }
  const numbers = lexParagraphs(lexer)
  return joinNodes(lexer, numbers)
}

/** Lexes every paragraph and gives the number of the paragraph around each token. */
function lexParagraphs(lexer: Lexer): Int32Array {
  const numbers = new Int32Array(lexer.tokens.length)
  const stack: Paragraph[] = []
  let count = 0
  let inText = false
  lexer.tokens.forEach((token, index) => {
    if (token.kind === 'open' && isParagraph(token.name)) {
      if (token.name === 'w:p') count++
      stack.push({
        element: index,
        number: token.name === 'w:p' ? count : (stack.at(-1)?.number ?? 0),
        segments: [],
        text: '',
      })
    } else if (token.kind === 'open' && textKindOf(token.name) !== undefined) {
      inText = true
    } else if (token.kind === 'close' && textKindOf(token.name) !== undefined) {
      inText = false
    } else if (token.kind === 'text' && inText) {
      const outside: Paragraph = { element: index, number: 0, segments: [], text: '' }
      const paragraph = stack.at(-1) ?? outside
      addSegment(paragraph, index, token.raw)
      if (paragraph === outside) lexParagraph(lexer, outside)
    }
    numbers[index] = stack.at(-1)?.number ?? 0
    if (token.kind === 'close' && isParagraph(token.name)) {
      const paragraph = stack.pop()
      if (paragraph !== undefined) lexParagraph(lexer, paragraph)
    }
  })
  return numbers
}

function addSegment(paragraph: Paragraph, token: number, raw: string): void {
  // A bare ">" may stand in text, while new delimiters are written escaped: both must read the same.
  const text = raw.replaceAll('>', '&gt;')
  const from = paragraph.text.length
  paragraph.text += text
  paragraph.segments.push({ token, from, to: paragraph.text.length })
}

function lexParagraph(lexer: Lexer, paragraph: Paragraph): void {
  const cuts = findCuts(lexer, paragraph)
  if (cuts.length > 0) applyCuts(lexer, paragraph, cuts)
}

function findCuts(lexer: Lexer, paragraph: Paragraph): Cut[] {
  const { text } = paragraph
  const cuts: Cut[] = []
  let at = 0
  for (;;) {
    const { open, close } = lexer.delimiters
    const start = text.indexOf(open, at)
    const strayEnd = text.indexOf(close, at)
    if (strayEnd !== -1 && (start === -1 || (strayEnd < start && open !== close))) {
      report(lexer, paragraph, {
        tag: text.slice(Math.max(at, strayEnd - 40), strayEnd + close.length),
        message: `A tag is closed with "${unescapeText(close)}" that was not opened with "${unescapeText(open)}".`,
      })
      at = strayEnd + close.length
      continue
    }
    if (start === -1) return cuts
    const change = readDelimiterChange(lexer, paragraph, start)
    if (change !== undefined) {
      cuts.push({ from: start, to: change, tag: undefined })
      at = change
      continue
    }
    const inside = start + open.length
    const end = text.indexOf(close, inside)
    const again = open === close ? -1 : text.indexOf(open, inside)
    if (end === -1 || (again !== -1 && again < end)) {
      const message =
        again === inside
          ? `Tags are written with one "${unescapeText(open)}", not two.`
          : `The tag is not closed with "${unescapeText(close)}" in its paragraph.`
      report(lexer, paragraph, {
        tag: text.slice(start, Math.min(start + 60, again > inside ? again : text.length)),
        message,
      })
      at =
        again === -1
          ? text.length
          : again === inside
            ? skipDoubled(text, start, lexer.delimiters)
            : again
      continue
    }
    const to = end + close.length
    cuts.push({ from: start, to, tag: readTag(lexer, paragraph, text.slice(start, to)) })
    at = to
  }
}

/** After `{{name}}` reading goes on behind it, so that one mistake is reported once. */
function skipDoubled(text: string, start: number, delimiters: Delimiters): number {
  const end = text.indexOf(delimiters.close, start)
  if (end === -1) return text.length
  let after = end
  while (text.startsWith(delimiters.close, after)) after += delimiters.close.length
  return after
}

/** Reads `{=[[ ]]=}` at `start` and gives where it ends. */
function readDelimiterChange(
  lexer: Lexer,
  paragraph: Paragraph,
  start: number,
): number | undefined {
  const { text } = paragraph
  const { open, close } = lexer.delimiters
  const inside = start + open.length
  if (text[inside] !== '=') return undefined
  const equals = text.indexOf('=', inside + 1)
  const end = equals === -1 ? -1 : text.indexOf(close, equals + 1)
  const [newOpen = '', newClose = '', ...rest] =
    equals === -1 ? [] : text.slice(inside + 1, equals).split(' ')
  if (end === -1 || newOpen === '' || newClose === '' || rest.length > 0) {
    report(lexer, paragraph, {
      tag: text.slice(start, start + 40),
      message: 'New delimiters are written as {=[[ ]]=}.',
    })
    return end === -1 ? text.length : end + close.length
  }
  lexer.delimiters = { open: newOpen, close: newClose }
  return end + close.length
}

function readTag(lexer: Lexer, paragraph: Paragraph, written: string): TagSyntax {
  const { open, close } = lexer.delimiters
  const content = unescapeText(written.slice(open.length, written.length - close.length))
  const source = { part: lexer.part, paragraph: paragraph.number, tag: shortened(unescapeText(written)) }
  const parsed = parseTag(content, source)
  if (parsed.ok) return parsed.value
  lexer.problems.push({ ...source, message: parsed.error })
  return { kind: 'value', source, expression: { kind: 'constant', value: undefined } }
}

// Long enough to find the tag by.
const MAX_SHOWN_CHARACTERS = 200

function shortened(tag: string): string {
  return tag.length > MAX_SHOWN_CHARACTERS ? `${tag.slice(0, MAX_SHOWN_CHARACTERS)}…` : tag
}

function report(
  lexer: Lexer,
  paragraph: Paragraph,
  found: { readonly tag: string; readonly message: string },
): void {
  lexer.problems.push({
    part: lexer.part,
    paragraph: paragraph.number,
    tag: unescapeText(found.tag),
    message: found.message,
  })
}

function applyCuts(lexer: Lexer, paragraph: Paragraph, cuts: readonly Cut[]): void {
  const { segments, text } = paragraph
  let cutIndex = 0
  for (const [i, segment] of segments.entries()) {
    const pieces: Piece[] = []
    let at = segment.from
    while (cutIndex < cuts.length) {
      const cut = cuts[cutIndex]
      if (cut === undefined || cut.from >= segment.to) break
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

/** A line broken inside of a tag is part of how the tag was typed, not of the document. */
function dropBreaks(lexer: Lexer, from: number, to: number): void {
  for (let at = from + 1; at < to; at++) {
    const token = lexer.tokens[at]
    if (
      token?.kind === 'empty' &&
      (token.name === 'w:br' || token.name === 'w:tab' || token.name === 'a:br')
    ) {
      lexer.dropped.add(at)
    }
  }
}

function joinNodes(lexer: Lexer, numbers: Int32Array): PartNode[] {
  const nodes: PartNode[] = []
  const position = new Int32Array(lexer.tokens.length)
  lexer.tokens.forEach((token, index) => {
    position[index] = nodes.length
    if (lexer.dropped.has(index)) return
    const shared = {
      parent: token.parent === -1 ? -1 : (position[token.parent] ?? -1),
      paragraph: numbers[index] ?? 0,
    }
    const pieces = lexer.pieces.get(index)
    if (pieces !== undefined) {
      const textKind = textKindOf(lexer.tokens[token.parent]?.name ?? '')
      for (const piece of pieces) {
        const tag = 'tag' in piece ? piece.tag : undefined
        const raw = 'text' in piece ? piece.text : ''
        nodes.push({
          ...shared,
          kind: tag === undefined ? 'text' : 'tag',
          raw,
          name: '',
          partner: nodes.length,
          textKind,
          tag,
        })
      }
      return
    }
    const own = nodes.length
    const textKind =
      token.kind === 'text' ? textKindOf(lexer.tokens[token.parent]?.name ?? '') : undefined
    const partner = token.kind === 'close' ? (position[token.partner] ?? own) : own
    nodes.push({
      ...shared,
      kind: token.kind,
      raw: token.raw,
      name: token.name,
      partner,
      textKind,
      tag: undefined,
    })
    const opener = token.kind === 'close' ? nodes[partner] : undefined
    if (opener !== undefined) opener.partner = own
  })
  return nodes
}
