/** The kind of a single line, regardless of its neighbours. */

import { either, group, repeated, sequence } from '../pattern-parts.ts'

const MARKS = repeated('#', 1, 6)
const HEADING = sequence(/^/, group(MARKS), /\s/, group(/.*/), /$/)

export interface Heading {
  readonly level: number
  readonly text: string
}

/** One to six hashes and a space; hashes at the end are not part of the text. */
export function headingOf(line: string): Heading | undefined {
  if (!line.startsWith('#')) return undefined
  const [, hashes, text] = HEADING.exec(line) ?? []
  // A backslash escapes the next character, so a line of hashes alone is no heading then.
  if (
    hashes === undefined ||
    text === undefined ||
    backslashesBefore(text, text.length) % 2 === 1
  ) {
    return undefined
  }
  return { level: hashes.length, text: withoutClosingHashes(text).trim() }
}

function withoutClosingHashes(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '#') end -= 1
  // The first of them belongs to the text when an unpaired backslash precedes it.
  return text.slice(0, backslashesBefore(text, end) % 2 === 1 ? end + 1 : end)
}

function backslashesBefore(text: string, end: number): number {
  let start = end
  while (start > 0 && text[start - 1] === '\\') start -= 1
  return end - start
}

/** Three or more of the same mark, each at most two spaces from the next, and nothing else. */
export function isRule(line: string): boolean {
  const indent = line.search(/[^ ]/)
  const mark = line[indent]
  if (indent > 3 || mark === undefined || !'-_*'.includes(mark)) return false
  let marks = 0
  let spaces = 0
  for (const char of line.slice(indent)) {
    if (char === ' ') spaces += 1
    else if (char !== mark || spaces > 2) return false
    else {
      marks += 1
      spaces = 0
    }
  }
  return marks >= 3
}

export type ListTag = 'ol' | 'ul'

/** What an item's first line says about it. */
export interface ItemLine {
  readonly tag: ListTag
  readonly number: string
  readonly text: string
}

const MARKER = either(group(/\d+/, '.'), /[*+-]/)
const ITEM = sequence(/^ ?/, MARKER, / +/, group(/.*/), /$/)
const NESTED_ITEM = sequence(/^ {2,3}/, either(/\d+\./, /[*+-]/), / /)

/** A number with a dot or a bullet, at most one space from the margin, followed by a space. */
export function itemOf(line: string): ItemLine | undefined {
  const match = ITEM.exec(line)
  if (match === null) return undefined
  const number = match[1]?.slice(0, -1)
  return { tag: number === undefined ? 'ul' : 'ol', number: number ?? '', text: match[2] ?? '' }
}

/** An item that is one level deeper. */
export function isNestedItem(line: string): boolean {
  return NESTED_ITEM.test(line)
}

const QUOTE_MARK = sequence(/^ {0,3}/, '>')
const QUOTED = sequence(QUOTE_MARK, / ?/, group(/.*/), /$/)
const EMPTY_QUOTE = sequence(QUOTE_MARK, /\s*$/)

/** The text that a line of a quote quotes. */
export function quotedText(line: string): string | undefined {
  return QUOTED.exec(line)?.[1]
}

export function isEmptyQuote(line: string): boolean {
  return EMPTY_QUOTE.test(line)
}

const CODE_INDENT = '    '

/** A line of code, without the four spaces that make it code. */
export function codeLine(line: string): string | undefined {
  return line.startsWith(CODE_INDENT) ? line.slice(CODE_INDENT.length) : undefined
}
