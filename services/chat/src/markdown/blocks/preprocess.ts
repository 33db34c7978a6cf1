/** What happens to the lines of a message before any block is looked for. */

import { parseFence } from './fence-line.ts'
import { PIECE_END, PIECE_START } from './stash.ts'

const TAB_WIDTH = 4

/** Line ends, tabs and blank lines in one form; characters of placeholders and of framing removed. */
export function normalizeWhitespace(lines: readonly string[]): string[] {
  const source = lines
    .join('\n')
    .replaceAll(PIECE_START, '')
    .replaceAll(PIECE_END, '')
    .replaceAll('\u0002', '')
    .replaceAll('\u0003', '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
  const expanded = `${source}\n\n`.split('\n').map(expandTabs).join('\n')
  return expanded.replaceAll(/(?<=\n) +\n/g, '\n').split('\n')
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  let expanded = ''
  let column = 0
  for (const char of line) {
    if (char === '\t') {
      const width = TAB_WIDTH - (column % TAB_WIDTH)
      expanded += ' '.repeat(width)
      column += width
    } else {
      expanded += char
      column += 1
    }
  }
  return expanded
}

const LIST_ITEM = /^ *([*+-]|\d\.) +/

/**
 * A list may follow a line of text, or a list of the other kind, without an empty line: the empty
 * line is put in. Inside a fence that is not a quote nothing is touched.
 */
export function separateHangingLists(lines: readonly string[]): string[] {
  const separated: string[] = []
  const open: { mark: string; isCode: boolean }[] = []
  for (const [index, line] of lines.entries()) {
    separated.push(line)
    trackFence(line, open)
    const next = lines[index + 1]
    if (next === undefined || line === '' || open.some((fence) => fence.isCode)) continue
    if (startsList(line, next)) separated.push('')
  }
  return separated
}

function trackFence(line: string, open: { mark: string; isCode: boolean }[]): void {
  const fence = parseFence(line)
  if (fence === undefined) return
  if (fence.language === undefined && open.at(-1)?.mark === fence.mark) open.pop()
  else {
    const isCode = fence.language !== 'quote' && fence.language !== 'quoted'
    open.push({ mark: fence.mark, isCode })
  }
}

function startsList(line: string, next: string): boolean {
  const item = LIST_ITEM.exec(line)?.[1]
  const nextItem = LIST_ITEM.exec(next)?.[1]
  if (nextItem === undefined) return false
  return item === undefined || (item.length === 1) !== (nextItem.length === 1)
}
