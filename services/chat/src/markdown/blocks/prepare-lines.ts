/** What happens to the lines of a message before any block is looked for. */

import { CLAIMED, FENCED_OFF } from '../inline/claimed-text.ts'
import { either, group, sequence } from '../pattern-parts.ts'
import { parseFence } from './fence-line.ts'
import type { ListTag } from './line-kinds.ts'

const TAB_WIDTH = 4
// Behind its last line a message goes on for two empty ones, also in fences that nothing closes.
const END = ['', '']

// What texts are marked with while they are read, and what HTML may not hold.
const RESERVED = new RegExp(`[${CLAIMED}${FENCED_OFF}\u0002\u0003]`, 'gu')

/** Lines of one form: no tabs, and a line of spaces is an empty one. */
export function prepareLines(text: string): string[] {
  // Half a surrogate pair cannot be written as UTF-8, so it never reaches the HTML.
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
      // Every cell begins at a stop, so how far the next one is depends on this one alone.
      return index === cells.length - 1 ? cell : cell + ' '.repeat(TAB_WIDTH - (length % TAB_WIDTH))
    })
    .join('')
}

/**
 * A list may follow a line of text, or a list of the other kind, without an empty line: the empty
 * line is put in. Inside a fence that is not a quote nothing is touched.
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

/** Answers for one line after the other whether what follows it stands in a fence of code. */
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

/** The kind of list that a line could belong to, however far it is indented. */
function listKind(line: string): ListTag | undefined {
  const match = LIST_MARK.exec(line)
  if (match === null) return undefined
  return match[1] === undefined ? 'ol' : 'ul'
}

function startsList(previous: string, line: string): boolean {
  const kind = listKind(line)
  return kind !== undefined && kind !== listKind(previous)
}
