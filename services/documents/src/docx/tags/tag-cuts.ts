import { unescapeText } from '@oficina/xml/xml-text.ts'

import { say, type Told } from '../messages/say.ts'
import { parseTag } from './tag-parse.ts'
import type { TagSyntax } from './tag-syntax.ts'
import type { TemplateProblem } from './template-problem.ts'

export type Delimiters = { readonly open: string; readonly close: string }

/** A paragraph's text as written in the part, that is escaped, joined over its runs. */
export type ParagraphText = {
  readonly part: string
  readonly paragraph: number
  readonly text: string
}

/** A piece of a paragraph that is not text: a tag, or a change of delimiters, which leaves nothing. */
export type Cut = {
  readonly from: number
  readonly to: number
  readonly tag: TagSyntax | undefined
}

type Reader = {
  readonly source: ParagraphText
  readonly problems: TemplateProblem[]
  readonly cuts: Cut[]
  delimiters: Delimiters
  /** Where each delimiter was found last, so that no stretch of text is searched twice. */
  readonly found: Map<string, number>
}

export type Cuts = { readonly cuts: readonly Cut[]; readonly delimiters: Delimiters }

/** Finds the tags in a paragraph, and the delimiters that hold after it. */
export function findCuts(
  source: ParagraphText,
  delimiters: Delimiters,
  problems: TemplateProblem[],
): Cuts {
  const reader: Reader = { source, problems, cuts: [], delimiters, found: new Map() }
  for (let at = 0; at < source.text.length;) at = readNext(reader, at)
  return { cuts: reader.cuts, delimiters: reader.delimiters }
}

/** Reads from `at` to after the next tag, or what was meant to be one, and gives that position. */
function readNext(reader: Reader, at: number): number {
  const { text } = reader.source
  const { open, close } = reader.delimiters
  const start = find(reader, open, at)
  const stray = find(reader, close, at)
  if (stray !== -1 && (start === -1 || (stray < start && open !== close))) {
    const end = stray + close.length
    const message = say('A tag is closed with "%{close}" that was not opened with "%{open}".', {
      close: unescapeText(close),
      open: unescapeText(open),
    })
    report(reader, text.slice(Math.max(at, stray - 40), end), message)
    return end
  }
  if (start === -1) return text.length
  if (text[start + open.length] === '=') return readDelimiterChange(reader, start)
  return readTag(reader, start)
}

/** The first position of a delimiter at or after `from`; -1 when there is none. */
function find(reader: Reader, delimiter: string, from: number): number {
  const known = reader.found.get(delimiter)
  if (known !== undefined && (known >= from || known === -1)) return known
  const at = reader.source.text.indexOf(delimiter, from)
  reader.found.set(delimiter, at)
  return at
}

function readTag(reader: Reader, start: number): number {
  const { text } = reader.source
  const { open, close } = reader.delimiters
  const inside = start + open.length
  const end = find(reader, close, inside)
  const again = open === close ? -1 : find(reader, open, inside)
  if (again === inside) return readDoubled(reader, start)
  if (end === -1 || (again !== -1 && again < end)) {
    const next = again === -1 ? text.length : again
    const message = say('The tag is not closed with "%{close}" in its paragraph.', {
      close: unescapeText(close),
    })
    report(reader, text.slice(start, Math.min(start + 60, next)), message)
    return next
  }
  const to = end + close.length
  reader.cuts.push({ from: start, to, tag: parseWritten(reader, text.slice(start, to)) })
  return to
}

/** After `{{name}}` reading goes on, so that one mistake is reported once. */
function readDoubled(reader: Reader, start: number): number {
  const { text } = reader.source
  const { open, close } = reader.delimiters
  let end = find(reader, close, start)
  if (end === -1) end = text.length
  while (text.startsWith(close, end)) end += close.length
  report(
    reader,
    text.slice(start, Math.min(start + 60, end)),
    say('Tags are written with one "%{open}", not two.', { open: unescapeText(open) }),
  )
  return end
}

/** Reads `{=[[ ]]=}` at `start`. */
function readDelimiterChange(reader: Reader, start: number): number {
  const { text } = reader.source
  const { open, close } = reader.delimiters
  const inside = start + open.length + 1
  const equals = text.indexOf('=', inside)
  const end = equals === -1 ? -1 : find(reader, close, equals + 1)
  const [newOpen = '', newClose = '', ...rest] =
    equals === -1 ? [] : text.slice(inside, equals).split(' ')
  if (end === -1 || newOpen === '' || newClose === '' || rest.length > 0) {
    report(reader, text.slice(start, start + 40), 'New delimiters are written as {=[[ ]]=}.')
    return end === -1 ? text.length : end + close.length
  }
  reader.delimiters = { open: newOpen, close: newClose }
  reader.cuts.push({ from: start, to: end + close.length, tag: undefined })
  return end + close.length
}

function parseWritten(reader: Reader, written: string): TagSyntax {
  const { open, close } = reader.delimiters
  const { part, paragraph } = reader.source
  const content = unescapeText(written.slice(open.length, written.length - close.length))
  const source = { part, paragraph, tag: shortened(unescapeText(written)) }
  const parsed = parseTag(content, source)
  if (parsed.ok) return parsed.value
  reader.problems.push({ ...source, message: parsed.error })
  return { kind: 'value', source, expression: { kind: 'constant', value: undefined } }
}

// Long enough to identify the tag.
const MAX_SHOWN_CHARACTERS = 200

function shortened(tag: string): string {
  return tag.length > MAX_SHOWN_CHARACTERS ? `${tag.slice(0, MAX_SHOWN_CHARACTERS)}…` : tag
}

function report(reader: Reader, written: string, message: Told): void {
  const { part, paragraph } = reader.source
  reader.problems.push({ part, paragraph, tag: unescapeText(written), message })
}
