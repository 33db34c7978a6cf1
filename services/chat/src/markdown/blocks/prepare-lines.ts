/** Normalizes the lines of a message before any block is looked for. */

import { CLAIMED, FENCED_OFF } from '../inline/claimed-text.ts'
import { either, group, sequence } from '../pattern-parts.ts'
import { parseFence } from './fence-line.ts'
import type { ListTag } from './line-kinds.ts'

const TAB_WIDTH = 4
// A message is read as if two empty lines followed its last one, even inside a fence that nothing closes.
const END = ['', '']

// The marks used while texts are read, and characters that HTML must not contain.
const RESERVED = new RegExp(`[${CLAIMED}${FENCED_OFF}\u0002\u0003]`, 'gu')

/** Lines in normal form: no tabs, and a line of spaces is empty. */
export function prepareLines(text: string): string[] {
  // A lone surrogate cannot be written as UTF-8, so it never reaches the HTML.
  const written = text.toWellFormed().split('\n')
  const clean = separateLists(written).join('\n').replaceAll(RESERVED, '')
  const lines = clean.split(/\r?\n|\r/).map((line) => {
    const expanded = expandTabs(line)
    return isOfSpaces(expanded) ? '' : expanded
  })
  return [...lines, ...END]
}

function isOfSpaces(line: string): boolean {
  return line !== '' && !/[^ ]/.test(line)
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  const cells = line.split('\t')
  return cells
    .map((cell, index) => {
      const length = Array.from(cell).length
      // Every cell starts at a tab stop, so the distance to the next one depends on this cell alone.
      return index === cells.length - 1 ? cell : cell + ' '.repeat(TAB_WIDTH - (length % TAB_WIDTH))
    })
    .join('')
}

/**
 * A list may follow a line of text, or a list of the other kind, without an empty line: the empty line is inserted.
 * Inside a fence that is not a quote nothing is changed.
 */
function separateLists(lines: readonly string[]): readonly string[] {
  const separated: string[] = []
  const isCodeBehind = fenceWatch()
  let previous = ''
  let isCode = false
  for (const line of lines) {
    if (!isCode && previous !== '' && startsList(previous, line)) separated.push('')
    separated.push(line)
    isCode = isCodeBehind(line)
    previous = line
  }
  return separated
}

/** Tells for one line after the other whether the next one is inside a fence of code. */
function fenceWatch(): (line: string) => boolean {
  const open: { readonly mark: string; readonly isCode: boolean }[] = []
  let codes = 0
  return (line) => {
    const fence = parseFence(line)
    if (fence === undefined) return codes > 0
    if (fence.language === undefined && open.at(-1)?.mark === fence.mark) {
      if (open.pop()?.isCode === true) codes -= 1
    } else {
      const isCode = fence.language !== 'quote' && fence.language !== 'quoted'
      open.push({ mark: fence.mark, isCode })
      if (isCode) codes += 1
    }
    return codes > 0
  }
}

const LIST_MARK = sequence(/^ */, either(group(/[*+-]/), /\d\./), ' ')

/** The kind of list that a line could belong to, whatever its indent. */
function listKind(line: string): ListTag | undefined {
  const match = LIST_MARK.exec(line)
  if (match === null) return undefined
  return match[1] === undefined ? 'ol' : 'ul'
}

function startsList(previous: string, line: string): boolean {
  const kind = listKind(line)
  return kind !== undefined && kind !== listKind(previous)
}
