/**
 * Lines to blocks. A line is taken by the innermost place that is open: what opens a quote or an item
 * opens a place within the place that it stands in, and lines that belong there are read there.
 */

import type { Block } from './block.ts'
import { codeLine, headingOf, isEmptyQuote, isRule, itemOf, quotedText } from './line-kinds.ts'
import { continueItem, takeItems } from './lists.ts'
import { LEVEL, placeWithin, type Place } from './place.ts'
import { silenceMentions } from '../inline/mention-syntax.ts'
import { parseTable } from './tables.ts'

// Deeper nesting is shown as text: nobody reads it, and every level costs a pass over what it holds.
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

function readBlocks(lines: readonly string[], place: Place): void {
  const read = place.depth > MAX_DEPTH ? readText : readRun
  let at = 0
  while (at < lines.length) {
    const blank = lines.indexOf('', at)
    // An empty line that ends a quote is the last line of its text.
    const isWithin = blank === -1 || (blank > at && blank === lines.length - 1)
    const end = isWithin ? lines.length : blank
    if (end > at) at = read(lines, place, { start: at, end })
    else at += 1
  }
}

/** Lines between two empty ones. */
interface Run {
  readonly start: number
  readonly end: number
}

function readText(lines: readonly string[], place: Place, run: Run): number {
  addText(place, lines.slice(run.start, run.end))
  return run.end
}

/** Reads lines without an empty one between them, and answers how far: code may go on behind an empty line. */
function readRun(lines: readonly string[], place: Place, run: Run): number {
  let { start } = run
  let headingAt = -1
  while (start < run.end) {
    const line = lines[start] ?? ''
    if (belongsToItem(line, place)) {
      continueItem(lines.slice(start, run.end), place)
      return run.end
    }
    const behindCode = codeLine(line) === undefined ? start : takeCode(lines, place, start)
    if (behindCode > start) {
      if (behindCode >= run.end) return behindCode
      start = behindCode
      continue
    }
    if (headingAt < start) headingAt = indexWithin(lines, { start, end: run.end }, isHeading)
    start = takePiece(lines, place, { start, end: headingAt })
  }
  return run.end
}

function isHeading(line: string): boolean {
  return headingOf(line) !== undefined
}

function belongsToItem(line: string, { blocks, indented }: Place): boolean {
  if (!line.startsWith(LEVEL)) return false
  return indented === 'this-item' || (indented === 'item-before' && blocks.at(-1)?.kind === 'list')
}

/** The first line of a run that is of a kind, or the end of the run. */
function indexWithin(
  lines: readonly string[],
  { start, end }: Run,
  isKind: (line: string) => boolean,
): number {
  let index = start
  while (index < end && !isKind(lines[index] ?? '')) index += 1
  return index
}

/** Takes the code that begins at a line, across empty lines, and answers what line is behind it. */
function takeCode(lines: readonly string[], place: Place, start: number): number {
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
  place.blocks.push({ kind: 'code', text: code.slice(0, end - start).join('\n') })
  return end
}

/** Takes what begins a run, which a heading may end, and answers what line is behind it. */
function takePiece(lines: readonly string[], place: Place, run: Run): number {
  const heading = headingOf(lines[run.start] ?? '')
  if (heading !== undefined) {
    place.blocks.push({ kind: 'heading', ...heading })
    return run.start + 1
  }
  const table = parseTable(lines, run)
  if (table !== undefined) {
    place.blocks.push({ kind: 'table', table })
    return run.end
  }
  const ruleAt = indexWithin(lines, run, isRule)
  takeLines(lines.slice(run.start, ruleAt), place)
  if (ruleAt === run.end) return run.end
  place.blocks.push({ kind: 'rule' })
  return ruleAt + 1
}

/** Items, or text and perhaps a quote behind it, which takes all lines that follow. */
function takeLines(lines: readonly string[], place: Place): void {
  if (itemOf(lines[0] ?? '') !== undefined) {
    takeItems(lines, place)
    return
  }
  const quoteAt = quoteWithin(lines)
  addText(place, lines.slice(0, quoteAt))
  if (quoteAt === lines.length) return
  const blocks: Block[] = []
  place.blocks.push({ kind: 'quote', blocks })
  const quoted = lines.slice(quoteAt).map((line) => unquote(silenceMentions(line)))
  place.read(quoted, placeWithin(place, blocks))
}

/** Where a quote begins: at the first line of one, unless all lines from there on quote nothing. */
function quoteWithin(lines: readonly string[]): number {
  const lastFull = lines.findLastIndex((line) => line !== '' && !isEmptyQuote(line))
  const start = lines.findIndex((line) => quotedText(line) !== undefined)
  return start === -1 || start > lastFull ? lines.length : start
}

function unquote(line: string): string {
  if (line.trim() === '>') return ''
  return isEmptyQuote(line) ? line : (quotedText(line) ?? line)
}

function addText({ blocks, isTight }: Place, lines: readonly string[]): void {
  const text = lines.join('\n')
  if (text.trim() === '') return
  const last = blocks.at(-1)
  if (!isTight) blocks.push({ kind: 'paragraph', text: text.trimStart() })
  else if (last === undefined) blocks.push({ kind: 'text', text: text.trimStart() })
  else if (last.kind !== 'text') blocks.push({ kind: 'text', text: `\n${text}` })
  else blocks[blocks.length - 1] = { kind: 'text', text: `${last.text}\n${text}` }
}
