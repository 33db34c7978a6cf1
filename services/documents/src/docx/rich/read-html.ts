import { Parser } from 'htmlparser2'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { say, type Told } from '../messages/say.ts'
import { alignOf, styleOf, widthOf, type Attributes } from './html-styles.ts'
import { closeTablePart, openTablePart, TABLE_PARTS } from './html-tables.ts'
import type { RichBlock, RichHeading } from './rich-text.ts'
import {
  endParagraph,
  MAX_RICH_BLOCKS,
  openItem,
  startWriter,
  writeBreak,
  writePicture,
  writeRule,
  writeText,
  type RichWriter,
} from './rich-writer.ts'

// Elements within elements: deeper than any editor writes.
const MAX_DEPTH = 200
// Lists in lists: what Word can count.
const MAX_LIST_DEPTH = 9
const MAX_QUOTES = 6

// What is code, or brings something from elsewhere, goes with all that is in it.
const DROPPED: ReadonlySet<string> = new Set(
  'script style iframe frame object embed applet template title meta link base svg canvas audio video'.split(
    ' ',
  ),
)

const BLOCKS: ReadonlySet<string> = new Set(
  `
  p div section article header footer main aside nav address figure figcaption form fieldset details
  summary blockquote pre ul ol li dl dt dd h1 h2 h3 h4 h5 h6 body html center
`
    .trim()
    .split(/\s+/),
)

/** Reads HTML into blocks. Whatever it holds, only text, pictures and links come out; unknown elements are their text. */
export function readHtml(
  html: string,
  pictureOf: (source: string) => string,
): Result<readonly RichBlock[], Told> {
  const writer = startWriter()
  let depth = 0
  let dropped = 0
  let problem: Told | undefined
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth++
      if (depth > MAX_DEPTH)
        problem ??= say(
          'The value of a rich tag cannot be used. Its elements are nested deeper than %{max}.',
          { max: MAX_DEPTH },
        )
      if (writer.blockCount > MAX_RICH_BLOCKS)
        problem ??= say(
          'The value of a rich tag cannot be used. It has more than %{max} paragraphs and cells.',
          { max: MAX_RICH_BLOCKS },
        )
      if (dropped > 0 || DROPPED.has(name)) dropped++
      else if (problem !== undefined) return
      else if (name === 'img') writeImage(writer, attributes, pictureOf)
      else openElement(writer, name, attributes)
    },
    onclosetag: (name) => {
      depth--
      if (dropped > 0) dropped--
      else if (problem === undefined && name !== 'img') closeElement(writer, name)
    },
    ontext: (text) => {
      if (dropped === 0 && problem === undefined) writeText(writer, text)
    },
  })
  parser.end(html)
  if (problem !== undefined) return fail(problem)
  endParagraph(writer)
  return ok(writer.blocks)
}

function openElement(writer: RichWriter, name: string, attributes: Attributes): void {
  const outer = writer.context
  writer.stack.push(outer)
  if (BLOCKS.has(name)) endParagraph(writer)
  const align = alignOf(attributes) ?? (name === 'center' ? 'center' : outer.align)
  writer.context = { ...outer, style: { ...outer.style, ...styleOf(name, attributes) }, align }
  if (TABLE_PARTS.has(name)) openTablePart(writer, name, attributes)
  else if (name === 'br') writeBreak(writer)
  else if (name === 'hr') writeRule(writer)
  else if (BLOCKS.has(name)) openBlock(writer, name, attributes)
}

function closeElement(writer: RichWriter, name: string): void {
  if (TABLE_PARTS.has(name)) closeTablePart(writer, name)
  else if (BLOCKS.has(name)) {
    endParagraph(writer)
    const { item } = writer.context
    // An item that says nothing still has its number.
    if (name === 'li' && item?.isOpen === true) openItem(writer, item)
  }
  writer.context = writer.stack.pop() ?? writer.context
}

function openBlock(writer: RichWriter, name: string, attributes: Attributes): void {
  const { context } = writer
  const heading = /^h([1-6])$/.exec(name)?.[1]
  if (heading !== undefined) {
    // The pattern allows these digits only.
    const level = Number(heading) as RichHeading['level']
    writer.context = { ...context, role: { level } }
  } else if (name === 'pre') writer.context = { ...context, role: 'code' }
  else if (name === 'blockquote')
    writer.context = { ...context, quotes: Math.min(context.quotes + 1, MAX_QUOTES) }
  else if (name === 'ul' || name === 'ol') openList(writer, name, attributes)
  else if (name === 'li' && context.list !== undefined)
    writer.context = { ...context, item: { ...context.list, isOpen: true } }
}

function openList(writer: RichWriter, name: 'ul' | 'ol', attributes: Attributes): void {
  const { context } = writer
  // A list that begins an item stands below the item's own mark.
  if (context.item?.isOpen === true) openItem(writer, context.item)
  const depth = context.list === undefined ? 0 : context.list.depth + 1
  const start = /^\d{1,5}$/.test(attributes['start'] ?? '') ? Number(attributes['start']) : 1
  const list = { isOrdered: name === 'ol', start }
  writer.context = {
    ...context,
    list: { list, depth: Math.min(depth, MAX_LIST_DEPTH - 1) },
    item: undefined,
  }
}

function writeImage(
  writer: RichWriter,
  attributes: Attributes,
  pictureOf: (source: string) => string,
): void {
  const source = attributes['src']?.trim() ?? ''
  const description = attributes['alt'] ?? ''
  if (source === '') writeText(writer, description)
  else {
    const widthPx = widthOf(attributes)
    writePicture(writer, { kind: 'picture', source: pictureOf(source), description, widthPx })
  }
}
