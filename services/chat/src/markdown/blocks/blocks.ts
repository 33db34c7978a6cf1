/**
 * Blocks: headings, rules, tables, lists, quotes, indented code, paragraphs. Text comes in chunks
 * that blank lines separate; the first rule that fits the front chunk takes it and may put back
 * what it does not use.
 */

import { highlightIndented } from '../code.ts'
import { continueItem, isItemContinuation, isList, takeList } from './lists.ts'
import { silenceMentions } from '../inline/mention-syntax.ts'
import { stashHtml, type Stash } from './stash.ts'
import { parseTable, writeTable } from './tables.ts'
import { child, element, lastChild, open, type Element } from './chunk-tree.ts'

/** Where the parser stands: decides whether text becomes a paragraph of its own. */
type Mode = 'list' | 'loose-list' | 'detabbed' | 'quote'

export interface BlockParser {
  readonly stash: Stash
  readonly modes: Mode[]
  /** How deep blocks stand within blocks. */
  depth: number
  /** The front chunk, when it is known to hold no heading: looking again behind every line would take a square of its length. */
  headless: string | undefined
  parse(parent: Element, chunks: readonly string[]): void
}

// Deeper nesting is shown as text: nobody reads it, and every level costs a pass over what it holds.
const MAX_DEPTH = 100

export function parseBlocks(text: string, stash: Stash): Element {
  const root = element('div')
  const parser: BlockParser = {
    stash,
    modes: [],
    depth: 0,
    headless: undefined,
    parse(parent, texts) {
      const chunks = texts.toReversed()
      parser.depth += 1
      const rules = parser.depth > MAX_DEPTH ? TEXT_ONLY : RULES
      while (chunks.length > 0) applyFirst(rules, parser, parent, chunks)
      parser.depth -= 1
    },
  }
  parser.parse(root, text.split('\n\n'))
  return root
}

/** Takes the front chunk, which is the last of the array, when it fits, and answers whether it did. */
type BlockRule = (parser: BlockParser, parent: Element, chunks: string[]) => boolean

function applyFirst(
  rules: readonly BlockRule[],
  parser: BlockParser,
  parent: Element,
  chunks: string[],
): void {
  for (const blockRule of rules) if (blockRule(parser, parent, chunks)) return
}

const takeBlank: BlockRule = (_parser, parent, chunks) => {
  const chunk = chunks.at(-1) ?? ''
  if (chunk !== '' && !chunk.startsWith('\n')) return false
  chunks.pop()
  if (chunk.length > 1) chunks.push(chunk.slice(1))
  const code = codeOf(lastChild(parent))
  if (code !== undefined) code.text = open(code.text.value + (chunk === '' ? '\n\n' : '\n'))
  return true
}

function codeOf(block: Element | undefined): Element | undefined {
  return block?.tag === 'pre' ? block.children[0] : undefined
}

const takeItemContinuation: BlockRule = (parser, parent, chunks) => {
  if (!isItemContinuation(parser, parent, chunks.at(-1) ?? '')) return false
  continueItem(parser, parent, chunks)
  return true
}

const INDENT = '    '

const takeIndentedCode: BlockRule = (_parser, parent, chunks) => {
  const chunk = chunks.at(-1) ?? ''
  if (!chunk.startsWith(INDENT)) return false
  chunks.pop()
  const lines = chunk.split('\n')
  const end = lines.findIndex((line) => !line.startsWith(INDENT) && line.trim() !== '')
  const codeLines = end === -1 ? lines : lines.slice(0, end)
  const text = codeLines.map((line) => line.slice(INDENT.length)).join('\n')
  const previous = codeOf(lastChild(parent))
  if (previous === undefined) {
    const code = child(child(parent, 'pre'), 'code')
    code.text = open(`${text.trimEnd()}\n`)
  } else {
    previous.text = open(`${previous.text.value}\n${text.trimEnd()}\n`)
  }
  if (end !== -1) chunks.push(lines.slice(end).join('\n'))
  return true
}

interface Heading {
  readonly start: number
  readonly end: number
  readonly level: number
  readonly text: string
}

const HEADING_START = /(#{1,6})\s/y

function findHeading(chunk: string): Heading | undefined {
  for (let start = chunk.indexOf('#'); start !== -1; start = chunk.indexOf('#', start + 1)) {
    if (start > 0 && chunk[start - 1] !== '\n') continue
    HEADING_START.lastIndex = start
    const marks = HEADING_START.exec(chunk)
    if (marks === null) continue
    const from = start + marks[0].length
    const newline = chunk.indexOf('\n', from)
    const line = newline === -1 ? chunk.slice(from) : chunk.slice(from, newline)
    // A backslash takes the character behind it along, so one without any makes no heading.
    if (/^(?:\\[^\n]|[^\\])*$/.test(line)) {
      const text = withoutClosingMarks(line)
      const end = newline === -1 ? chunk.length : newline + 1
      return { start: Math.max(start - 1, 0), end, level: marks[1]?.length ?? 1, text: text.trim() }
    }
  }
  return undefined
}

function withoutClosingMarks(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === '#') end -= 1
  let backslashes = 0
  while (line[end - 1 - backslashes] === '\\') backslashes += 1
  // The last mark belongs to the text when an unpaired backslash stands before it.
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end)
}

const takeHeading: BlockRule = (parser, parent, chunks) => {
  const chunk = chunks.at(-1) ?? ''
  if (chunk === parser.headless) return false
  const heading = findHeading(chunk)
  if (heading === undefined) return false
  chunks.pop()
  if (heading.start > 0) parser.parse(parent, [chunk.slice(0, heading.start)])
  child(parent, `h${heading.level}`).text = open(heading.text)
  if (heading.end < chunk.length) chunks.push(chunk.slice(heading.end))
  return true
}

const takeTable: BlockRule = (_parser, parent, chunks) => {
  const table = parseTable(chunks.at(-1) ?? '')
  if (table === undefined) return false
  chunks.pop()
  writeTable(parent, table)
  return true
}

const RULE_LINE = /^ {0,3}([-_*])(?: {0,2}\1)* *$/

function isRuleLine(line: string): boolean {
  const mark = RULE_LINE.exec(line)?.[1]
  return mark !== undefined && line.split(mark).length > 3
}

/** Where the first line that is a rule begins and ends; lines behind it are not looked at. */
function findRule(chunk: string): { readonly start: number; readonly end: number } | undefined {
  for (let start = 0; start <= chunk.length;) {
    const newline = chunk.indexOf('\n', start)
    const end = newline === -1 ? chunk.length : newline
    if (isRuleLine(chunk.slice(start, end))) return { start, end }
    start = end + 1
  }
  return undefined
}

const takeRule: BlockRule = (parser, parent, chunks) => {
  const chunk = chunks.at(-1) ?? ''
  const rule = findRule(chunk)
  if (rule === undefined) return false
  chunks.pop()
  const before = chunk.slice(0, rule.start).replace(/\n+$/, '')
  if (before !== '') parser.parse(parent, [before])
  child(parent, 'hr')
  const after = chunk.slice(rule.end).replace(/^\n+/, '')
  if (after !== '') chunks.push(after)
  parser.headless = after
  return true
}

const takeOrderedList: BlockRule = (parser, parent, chunks) => {
  if (!isList('ol', chunks.at(-1) ?? '')) return false
  takeList(parser, parent, { tag: 'ol', chunk: chunks.pop() ?? '' })
  return true
}

const takeBulletList: BlockRule = (parser, parent, chunks) => {
  if (!isList('ul', chunks.at(-1) ?? '')) return false
  takeList(parser, parent, { tag: 'ul', chunk: chunks.pop() ?? '' })
  return true
}

const QUOTE_LINE = /^ {0,3}> ?([^\n]*)$/
const EMPTY_QUOTE_LINE = /^ {0,3}>\s*$/

/** The first line of a quote: a `>` line from which not all to the end are empty `>` lines. */
function findQuote(lines: readonly string[]): number {
  const first = lines.findIndex((line) => QUOTE_LINE.test(line))
  if (first === -1) return -1
  const lastFull = lines.findLastIndex((line) => line !== '' && !EMPTY_QUOTE_LINE.test(line))
  return lines.findIndex((line, index) => index <= lastFull && QUOTE_LINE.test(line))
}

const takeQuote: BlockRule = (parser, parent, chunks) => {
  const lines = (chunks.at(-1) ?? '').split('\n')
  const start = findQuote(lines)
  if (start === -1) return false
  chunks.pop()
  parser.parse(parent, [lines.slice(0, start).join('\n')])
  const quoted = lines.slice(start).map((line) => unquote(silenceMentions(line)))
  const quote = child(parent, 'blockquote')
  parser.modes.push('quote')
  parser.parse(quote, quoted.join('\n').split('\n\n'))
  parser.modes.pop()
  return true
}

function unquote(line: string): string {
  if (line.trim() === '>') return ''
  const match = EMPTY_QUOTE_LINE.test(line) ? null : QUOTE_LINE.exec(line)
  return match === null ? line : (match[1] ?? '')
}

const takeParagraph: BlockRule = (parser, parent, chunks) => {
  const chunk = chunks.pop() ?? ''
  if (chunk.trim() === '') return true
  if (parser.modes.at(-1) !== 'list') {
    child(parent, 'p').text = open(chunk.trimStart())
    return true
  }
  const sibling = lastChild(parent)
  if (sibling !== undefined) {
    sibling.tail = open(`${sibling.tail.value}\n${chunk}`)
  } else if (parent.text.value === '') parent.text = open(chunk.trimStart())
  else parent.text = open(`${parent.text.value}\n${chunk}`)
  return true
}

const TEXT_ONLY: readonly BlockRule[] = [takeBlank, takeParagraph]

const RULES: readonly BlockRule[] = [
  takeBlank,
  takeItemContinuation,
  takeIndentedCode,
  takeHeading,
  takeTable,
  takeRule,
  takeOrderedList,
  takeBulletList,
  takeQuote,
  takeParagraph,
]

/** Turns every block of indented code into highlighted HTML in the stash. */
export function highlightCodeBlocks(root: Element, stash: Stash): void {
  for (const [index, block] of root.children.entries()) {
    const code = codeOf(block)
    if (code === undefined) highlightCodeBlocks(block, stash)
    else {
      const paragraph = element('p')
      paragraph.text = open(stashHtml(stash, highlightIndented(code.text.value)))
      paragraph.tail = block.tail
      root.children[index] = paragraph
    }
  }
}
