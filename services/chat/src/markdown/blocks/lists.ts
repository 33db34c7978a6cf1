/**
 * Lists. Two spaces make a level. A list of the same kind after an empty line continues the list before it, and the
 * items on both sides of that line get paragraphs.
 */

import { LEVEL, nestedContext, type BlockContext } from './block-context.ts'
import type { Block, List } from './block.ts'
import { isNestedItem, itemOf, type ListTag } from './line-kinds.ts'

/** Reads lines whose first one begins an item. */
export function takeItems(lines: readonly string[], context: BlockContext): void {
  const first = itemOf(lines[0] ?? '')
  if (first === undefined) return
  const before = context.blocks.at(-1)
  const list = before?.kind === 'list' ? before : undefined
  const entries = entriesOf(lines, first.tag)
  if (list !== undefined && context.joinsLists) addEntries(list, entries, context)
  else if (list?.tag === first.tag) {
    loosenLastItem(list)
    const [next = [], ...rest] = entries
    addItem(list, next, context, { isTight: false })
    addEntries(list, rest, context)
  } else {
    const created: List = { kind: 'list', tag: first.tag, start: first.number, items: [] }
    context.blocks.push(created)
    addEntries(created, entries, context)
  }
}

/** The lines of each item; those of a deeper item keep their indent. */
function entriesOf(lines: readonly string[], tag: ListTag): string[][] {
  const entries: string[][] = []
  for (const line of lines) {
    const item = itemOf(line)
    const last = entries.at(-1)
    if (item?.tag === tag) entries.push([item.text])
    else if (last === undefined || (isNestedItem(line) && !isNested(last))) entries.push([line])
    else last.push(line)
  }
  return entries
}

function isNested(entry: readonly string[]): boolean {
  return entry[0]?.startsWith(LEVEL) ?? false
}

function addEntries(
  list: List,
  entries: readonly (readonly string[])[],
  context: BlockContext,
): void {
  for (const entry of entries) {
    const item = list.items.at(-1)
    if (item === undefined || !isNested(entry)) addItem(list, entry, context, { isTight: true })
    else readInItem(dedented(entry, 1), item, context)
  }
}

function addItem(
  list: List,
  lines: readonly string[],
  context: BlockContext,
  { isTight }: Pick<BlockContext, 'isTight'>,
): void {
  const blocks: Block[] = []
  list.items.push(blocks)
  context.read(lines, nestedContext(context, blocks, { isTight, indented: 'this-item' }))
}

/** Lines that no empty line separates from their item. */
function readInItem(lines: readonly string[], item: Block[], context: BlockContext): void {
  context.read(lines, nestedContext(context, item, { indented: 'as-they-are', joinsLists: true }))
}

/** Indented lines after an empty line go into the item that their indent selects. */
export function continueItem(lines: readonly string[], context: BlockContext): void {
  if (context.indented === 'this-item') {
    readInItem(dedented(lines, context.isTight ? 1 : 0), context.blocks, context)
    return
  }
  const { blocks, level, isOwn } = itemAt(context.blocks, levelsOf(lines[0] ?? ''))
  if (isOwn) wrapText(blocks, 0)
  context.read(dedented(lines, level), nestedContext(context, blocks, { indented: 'as-they-are' }))
}

interface ItemPlace {
  readonly blocks: Block[]
  /** By how many levels the lines of the item are indented. */
  readonly level: number
  /** Whether the item itself has this indent, rather than a list that it does not contain. */
  readonly isOwn: boolean
}

/** The last item as many levels down as the indent says, or as deep as there are lists. */
function itemAt(blocks: Block[], levels: number): ItemPlace {
  let place: ItemPlace = { blocks, level: 0, isOwn: false }
  while (place.level < levels) {
    const list = place.blocks.at(-1)
    const item = list?.kind === 'list' ? list.items.at(-1) : undefined
    if (item === undefined) return { ...place, isOwn: false }
    place = { blocks: item, level: place.level + 1, isOwn: true }
  }
  return place
}

function levelsOf(line: string): number {
  return Math.floor((line.length - line.trimStart().length) / LEVEL.length)
}

function dedented(lines: readonly string[], level: number): string[] {
  const indent = LEVEL.repeat(level)
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
}

/** Gives the text at both ends of the last item paragraphs. */
function loosenLastItem(list: List): void {
  const item = list.items.at(-1)
  if (item === undefined) return
  wrapText(item, 0)
  wrapText(item, item.length - 1)
}

function wrapText(item: Block[], index: number): void {
  const block = item[index]
  if (block?.kind === 'text') item[index] = { kind: 'paragraph', text: block.text.trimStart() }
}
