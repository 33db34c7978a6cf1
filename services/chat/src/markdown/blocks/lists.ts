/**
 * Lists. Two spaces of indent make a level. A list starts at the first line of its chunk; a list
 * of the same kind right after one continues it, with its items as paragraphs from there on.
 */

import type { BlockParser } from './blocks.ts'
import { child, element, lastChild, open, EMPTY, type Element } from './chunk-tree.ts'

type ListTag = 'ol' | 'ul'

const LEVEL = '  '

const FIRST_ITEM: Readonly<Record<ListTag, RegExp>> = {
  ol: /^ {0,1}(\d+)\. +([^\n]*)/,
  ul: /^ {0,1}([*+-]) +([^\n]*)/,
}
const NESTED_ITEM = /^ {2,3}(?:\d+\.|[*+-]) +/

export function isList(tag: ListTag, chunk: string): boolean {
  return FIRST_ITEM[tag].test(chunk)
}

export interface ListChunk {
  readonly tag: ListTag
  readonly chunk: string
}

/** Reads a chunk that begins with an item and puts its items into the tree. */
export function takeList(parser: BlockParser, parent: Element, list: ListChunk): void {
  const { items, start } = splitItems(list)
  const target = listFor(parser, parent, { tag: list.tag, start, items })
  parser.modes.push('list')
  for (const item of items) {
    const last = lastChild(target)
    if (item.startsWith(LEVEL) && last !== undefined) parser.parse(last, [item])
    else parser.parse(child(target, 'li'), [item])
  }
  parser.modes.pop()
}

/** The items of a chunk; a nested item is an entry of its own that keeps its indent. */
function splitItems(list: ListChunk): { items: string[]; start: string } {
  const items: string[] = []
  let start = '1'
  for (const line of list.chunk.split('\n')) {
    const match = FIRST_ITEM[list.tag].exec(line)
    const last = items.length - 1
    if (match !== null) {
      if (items.length === 0) start = match[1] ?? start
      items.push(match[2] ?? '')
    } else if (NESTED_ITEM.test(line) && !(items[last] ?? '').startsWith(LEVEL)) items.push(line)
    else items[last] = `${items[last] ?? ''}\n${line}`
  }
  return { items, start }
}

interface ParsedList {
  readonly tag: ListTag
  readonly start: string
  readonly items: string[]
}

function listFor(parser: BlockParser, parent: Element, list: ParsedList): Element {
  const sibling = lastChild(parent)
  if (sibling?.tag === list.tag) {
    loosenLastItem(sibling)
    const item = child(sibling, 'li')
    parser.modes.push('loose-list')
    parser.parse(item, [list.items.shift() ?? ''])
    parser.modes.pop()
    return sibling
  }
  // The first item of an indented list may already stand in an otherwise empty outer item.
  if (parent.tag === 'ol' || parent.tag === 'ul') return parent
  const created = child(parent, list.tag)
  if (list.tag === 'ol' && list.start !== '1') created.attributes.set('start', list.start)
  return created
}

function loosenLastItem(list: Element): void {
  const item = lastChild(list)
  if (item === undefined) return
  wrapOwnText(item)
  const last = lastChild(item)
  if (last !== undefined && last.tail.value !== '') {
    const text = last.tail.value.trimStart()
    last.tail = EMPTY
    child(item, 'p').text = open(text)
  }
}

/** Text that stands directly in an item moves into a paragraph at its beginning. */
function wrapOwnText(item: Element): void {
  if (item.text.value === '') return
  const paragraph = element('p')
  paragraph.text = item.text
  item.text = EMPTY
  item.children.unshift(paragraph)
}

const INDENTED = /^(?: {2})+/

export function isItemContinuation(parser: BlockParser, parent: Element, chunk: string): boolean {
  if (!chunk.startsWith(LEVEL) || parser.modes.at(-1) === 'detabbed') return false
  return parent.tag === 'li' || isListElement(lastChild(parent))
}

function isListElement(node: Element | undefined): boolean {
  return node?.tag === 'ol' || node?.tag === 'ul'
}

/** Parses an indented chunk inside the item that its indent points at. */
export function continueItem(parser: BlockParser, parent: Element, chunks: string[]): void {
  const indented = chunks.pop() ?? ''
  const { level, target } = findLevel(parser, parent, indented)
  const chunk = dedent(indented, level)
  parser.modes.push('detabbed')
  const last = lastChild(target)
  if (parent.tag === 'li') {
    const list = lastChild(parent)
    parser.parse(list !== undefined && isListElement(list) ? list : parent, [chunk])
  } else if (target.tag === 'li') parser.parse(target, [chunk])
  else if (last?.tag === 'li') {
    wrapOwnText(last)
    parser.parse(last, chunk.split('\n\n'))
  } else parser.parse(child(target, 'li'), [chunk])
  parser.modes.pop()
}

function findLevel(
  parser: BlockParser,
  parent: Element,
  chunk: string,
): { level: number; target: Element } {
  const indent = (INDENTED.exec(chunk)?.[0].length ?? 0) / LEVEL.length
  let level = parser.modes.at(-1) === 'list' ? 1 : 0
  let target = parent
  while (indent > level) {
    const last = lastChild(target)
    if (last === undefined || !(isListElement(last) || last.tag === 'li')) break
    if (isListElement(last)) level += 1
    target = last
  }
  return { level, target }
}

function dedent(chunk: string, level: number): string {
  const indent = LEVEL.repeat(level)
  return chunk
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n')
}
