import MarkdownIt, { type Token } from 'markdown-it'

import type { Block, Inline } from './manual-tree.ts'
import { parseInlines, type InlineWords } from './parse-inlines.ts'

/** What of a page cannot be found in its own text. */
export interface PageWords extends InlineWords {
  /** The size of a picture; undefined: there is none of this name. */
  readonly pictureSize: (name: string) => PictureSize | undefined
}

export interface PictureSize {
  readonly width: number
  readonly height: number
}

export interface ParsedPage {
  readonly title: string
  readonly blocks: readonly Block[]
}

// No HTML: what looks like it is text.
const markdown = new MarkdownIt({ html: false, linkify: false })

/**
 * A page in Markdown: one heading of level 1, its title, then headings of level 2, paragraphs, lists, tables, notes (as
 * quotations) and pictures that stand alone. Anything else is reported by its line.
 */
export function parsePage(text: string, words: PageWords): ParsedPage {
  const page: Walk = { tokens: markdown.parse(text, {}), at: 0, words, line: 1 }
  const first = page.tokens[0]
  if (first?.type !== 'heading_open' || first.tag !== 'h1') {
    words.report(1, 'A page begins with its title, a heading of level 1.')
    return { title: '', blocks: blocksUntil(page, undefined) }
  }
  const title = plainText(inlinesOf(page))
  return { title, blocks: blocksUntil(page, undefined) }
}

interface Walk {
  readonly tokens: readonly Token[]
  readonly words: PageWords
  at: number
  /** The last line that a token told, counted from 1. */
  line: number
}

function blocksUntil(walk: Walk, end: string | undefined): readonly Block[] {
  const blocks: Block[] = []
  for (let token = next(walk); token !== undefined && token.type !== end; token = next(walk)) {
    blocks.push(...blockOf(walk, token))
  }
  return blocks
}

function next(walk: Walk): Token | undefined {
  const token = walk.tokens[walk.at]
  walk.at += 1
  if (token?.map) walk.line = token.map[0] + 1
  return token
}

function blockOf(walk: Walk, token: Token): readonly Block[] {
  switch (token.type) {
    case 'heading_open':
      return [headingOf(walk, token)]
    case 'paragraph_open':
      walk.at -= 1
      return paragraphOf(walk)
    case 'bullet_list_open':
      return [{ kind: 'list', ordered: false, items: itemsOf(walk, 'bullet_list_close') }]
    case 'ordered_list_open':
      return [{ kind: 'list', ordered: true, items: itemsOf(walk, 'ordered_list_close') }]
    case 'blockquote_open':
      return [{ kind: 'note', blocks: blocksUntil(walk, 'blockquote_close') }]
    case 'table_open':
      return [tableOf(walk)]
    default:
      walk.words.report(walk.line, `A page has no ${token.type}.`)
      return []
  }
}

function headingOf(walk: Walk, { tag }: Token): Block {
  if (tag !== 'h2') walk.words.report(walk.line, 'Headings below the title are of level 2.')
  walk.at -= 1
  const text = inlinesOf(walk)
  return { kind: 'heading', id: anchorOf(plainText(text)), text }
}

/** A paragraph, or the pictures of one that holds nothing else. */
function paragraphOf(walk: Walk): readonly Block[] {
  const inline = walk.tokens[walk.at + 1]
  const [image, ...more] = inline?.children ?? []
  if (image?.type === 'image' && more.length === 0) {
    walk.line = inline?.map ? inline.map[0] + 1 : walk.line
    walk.at += 3
    return pictureOf(walk, image)
  }
  return [{ kind: 'paragraph', text: inlinesOf(walk) }]
}

function pictureOf({ words, line }: Walk, image: Token): readonly Block[] {
  const name = String(image.attrGet('src') ?? '')
  const size = words.pictureSize(name)
  if (size === undefined) {
    words.report(line, `There is no picture ${name}.`)
    return []
  }
  if (image.content === '') words.report(line, `The picture ${name} does not say what it shows.`)
  return [{ kind: 'picture', name, text: image.content, ...size }]
}

/** The text between an opening token and its closing one, both included. */
function inlinesOf(walk: Walk): readonly Inline[] {
  const [, inline] = [next(walk), next(walk), next(walk)]
  return parseInlines(inline?.children ?? [], {
    ...walk.words,
    report: (_line, message) => walk.words.report(walk.line, message),
  })
}

function itemsOf(walk: Walk, end: string): readonly (readonly Block[])[] {
  const items: (readonly Block[])[] = []
  for (let token = next(walk); token !== undefined && token.type !== end; token = next(walk)) {
    items.push(blocksUntil(walk, 'list_item_close'))
  }
  return items
}

function tableOf(walk: Walk): Block {
  const rows: (readonly Inline[])[][] = []
  for (let token = next(walk); token?.type !== 'table_close'; token = next(walk)) {
    if (token === undefined) break
    if (token.type === 'tr_open') rows.push([])
    if (token.type !== 'th_open' && token.type !== 'td_open') continue
    walk.at -= 1
    rows.at(-1)?.push(inlinesOf(walk))
  }
  const [head = [], ...body] = rows
  return { kind: 'table', head, rows: body }
}

/** The words of a text, without what they are. */
function plainText(text: readonly Inline[]): string {
  return text
    .map((part) =>
      part.kind === 'strong' || part.kind === 'link' ? plainText(part.text) : part.text,
    )
    .join('')
}

/** What an address ends in to lead to a heading. */
function anchorOf(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
