/**
 * Lines to blocks. The innermost open context takes a line: what opens a quote or an item opens a context
 * nested in the current one, and the lines that belong to it are read there.
 */

import { silenceMentions } from '../inline/mention-syntax.ts'
import { LEVEL, nestedContext, type BlockContext } from './block-context.ts'
import type { Block } from './block.ts'
import {
  codeLine,
  headingOf,
  type Heading,
  isEmptyQuote,
  isRule,
  itemOf,
  quotedText,
} from './line-kinds.ts'
import { continueItem, takeItems } from './lists.ts'
import { parseTable } from './tables.ts'

// Deeper nesting is shown as text: nobody reads it, and every level costs a pass over its content.
const MAX_DEPTH = 100

export function parseBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = []
  readBlocks(lines, {
    blocks,
    isTight: false,
    indented: 'item-before',
    joinsLists: false,
    depth: 1,
    read: readBlocks,
  })
  return blocks
}

function readBlocks(lines: readonly string[], context: BlockContext): void {
  const read = context.depth > MAX_DEPTH ? readText : readRun
  let at = 0
  while (at < lines.length) {
    const blank = lines.indexOf('', at)
    // An empty line that ends a quote is the last line of its text.
    const isWithin = blank === -1 || (blank > at && blank === lines.length - 1)
    const end = isWithin ? lines.length : blank
    if (end > at) at = read(lines, context, { start: at, end })
    else at += 1
  }
}

/** Lines between two empty ones. */
interface Run {
  readonly start: number
  readonly end: number
}

function readText(lines: readonly string[], context: BlockContext, run: Run): number {
  addText(context, lines.slice(run.start, run.end))
  return run.end
}

/** Reads lines up to an empty one, and returns how far it got: code may continue after an empty line. */
function readRun(lines: readonly string[], context: BlockContext, run: Run): number {
  let { start } = run
  let nextHeading = -1
  while (start < run.end) {
    const line = lines[start] ?? ''
    if (belongsToItem(line, context)) {
      continueItem(lines.slice(start, run.end), context)
      return run.end
    }
    const behindCode = codeLine(line) === undefined ? start : takeCode(lines, context, start)
    if (behindCode > start) {
      if (behindCode >= run.end) return behindCode
      start = behindCode
      continue
    }
    if (nextHeading < start) nextHeading = firstHeading(lines, { start, end: run.end })
    if (nextHeading > start) start = takePiece(lines, context, { start, end: nextHeading })
    else start = takeHeading(lines, context, { start, end: run.end })
  }
  return run.end
}

/** Where the first heading of a run begins, or the end of the run. */
function firstHeading(lines: readonly string[], { start, end }: Run): number {
  let index = start
  while (index < end && headingAt(lines, { start: index, end }) === undefined) index += 1
  return index
}

interface HeadingLines {
  readonly heading: Heading
  /** The line after it. */
  readonly behind: number
}

/** A line of hashes alone makes the next line a heading. */
function headingAt(lines: readonly string[], { start, end }: Run): HeadingLines | undefined {
  const line = lines[start] ?? ''
  const isApart = /^#{1,6}$/.test(line) && start + 1 < end
  const heading = headingOf(isApart ? `${line} ${lines[start + 1] ?? ''}` : line)
  return heading === undefined ? undefined : { heading, behind: start + (isApart ? 2 : 1) }
}

function belongsToItem(line: string, { blocks, indented }: BlockContext): boolean {
  if (!line.startsWith(LEVEL)) return false
  return indented === 'this-item' || (indented === 'item-before' && blocks.at(-1)?.kind === 'list')
}

/** Reads the code that starts at a line, across empty lines, and returns the line after it. */
function takeCode(lines: readonly string[], context: BlockContext, start: number): number {
  const code: string[] = []
  let end = start
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const text = line.trim() === '' ? line.slice(LEVEL.length * 2) : codeLine(line)
    if (text === undefined) break
    const next = lines[index + 1] ?? ''
    const goesOn = next !== '' && (next.trim() === '' || codeLine(next) !== undefined)
    code.push(goesOn ? text : text.trimEnd())
    if (line.trim() !== '') end = index + 1
  }
  context.blocks.push({ kind: 'code', text: code.slice(0, end - start).join('\n') })
  return end
}

function takeHeading(lines: readonly string[], context: BlockContext, run: Run): number {
  const { heading, behind } = headingAt(lines, run) ?? { behind: run.end }
  if (heading !== undefined) context.blocks.push({ kind: 'heading', ...heading })
  return behind
}

/** Reads the beginning of a run, which a heading may end, and returns the line after it. */
function takePiece(lines: readonly string[], context: BlockContext, run: Run): number {
  const table = parseTable(lines, run)
  if (table !== undefined) {
    context.blocks.push({ kind: 'table', table })
    return run.end
  }
  const ruleAt = firstRule(lines, run)
  takeLines(lines.slice(run.start, ruleAt), context)
  if (ruleAt === run.end) return run.end
  context.blocks.push({ kind: 'rule' })
  return ruleAt + 1
}

function firstRule(lines: readonly string[], { start, end }: Run): number {
  let index = start
  while (index < end && !isRule(lines[index] ?? '')) index += 1
  return index
}

/** Items, or text perhaps followed by a quote, which includes all remaining lines. */
function takeLines(lines: readonly string[], context: BlockContext): void {
  if (itemOf(lines[0] ?? '') !== undefined) {
    takeItems(lines, context)
    return
  }
  const quoteAt = quoteWithin(lines)
  addText(context, lines.slice(0, quoteAt))
  if (quoteAt === lines.length) return
  const blocks: Block[] = []
  context.blocks.push({ kind: 'quote', blocks })
  const quoted = lines.slice(quoteAt).map((line) => unquote(silenceMentions(line)))
  context.read(quoted, nestedContext(context, blocks))
}

/** Where a quote starts: at its first line, unless all lines from there on quote nothing. */
function quoteWithin(lines: readonly string[]): number {
  const lastFull = lines.findLastIndex((line) => line !== '' && !isEmptyQuote(line))
  const start = lines.findIndex((line) => quotedText(line) !== undefined)
  return start === -1 || start > lastFull ? lines.length : start
}

function unquote(line: string): string {
  if (line.trim() === '>') return ''
  return isEmptyQuote(line) ? line : (quotedText(line) ?? line)
}

function addText({ blocks, isTight }: BlockContext, lines: readonly string[]): void {
  const text = lines.join('\n')
  if (text.trim() === '') return
  const last = blocks.at(-1)
  if (!isTight) blocks.push({ kind: 'paragraph', text: text.trimStart() })
  else if (last === undefined) blocks.push({ kind: 'text', text: text.trimStart() })
  else if (last.kind !== 'text') blocks.push({ kind: 'text', text: `\n${text}` })
  else blocks[blocks.length - 1] = { kind: 'text', text: `${last.text}\n${text}` }
}
