/** Inline code: as many backticks to close as to open, and nothing inside is looked at. */

import { escapeMarkup } from '../escape.ts'
import type { InlineMatch, InlineRule } from './inline.ts'
import { element, sealed } from '../tree/tree.ts'

interface Ticks {
  readonly start: number
  readonly length: number
}

export const codeSpans: InlineRule = {
  next: 'onwards',
  search(text) {
    const runs = [...text.matchAll(/`+/g)].map((m) => ({ start: m.index, length: m[0].length }))
    const byLength = Map.groupBy(runs, (run) => run.length)
    return (from) => {
      for (let at = firstIndexFrom(runs, from); at < runs.length; at += 1) {
        const run = runs[at]
        if (run === undefined) return undefined
        const match = escapedBackslashes(text, run, from) ?? spanFrom(text, run, byLength)
        if (match !== undefined) return match
      }
      return undefined
    }
  },
}

/** How many backslashes stand right before an index. */
function backslashesBefore(text: string, index: number): number {
  let start = index
  while (start > 0 && text[start - 1] === '\\') start -= 1
  return index - start
}

/** Pairs of backslashes before a backtick: each pair is one backslash, and the backtick counts. */
function escapedBackslashes(text: string, run: Ticks, from: number): InlineMatch | undefined {
  const count = backslashesBefore(text, run.start)
  if (count === 0 || count % 2 === 1 || run.start - count < from) return undefined
  return { start: run.start - count, end: run.start, piece: '\\'.repeat(count / 2) }
}

function spanFrom(
  text: string,
  run: Ticks,
  byLength: ReadonlyMap<number, readonly Ticks[]>,
): InlineMatch | undefined {
  // A backslash takes the first backtick out of the run.
  const skipped = backslashesBefore(text, run.start) % 2
  const start = run.start + skipped
  for (let size = run.length - skipped; size > 0; size -= 1) {
    const closers = byLength.get(size) ?? []
    const close = closers[firstIndexFrom(closers, run.start + 1)]
    if (close === undefined) continue
    const code = element('code')
    code.text = sealed(escapeMarkup(text.slice(start + size, close.start)))
    return { start, end: close.start + size, piece: code }
  }
  return undefined
}

/** The index of the first run that starts at or behind a position. */
function firstIndexFrom(runs: readonly Ticks[], position: number): number {
  let low = 0
  let high = runs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle]?.start ?? 0) >= position) high = middle
    else low = middle + 1
  }
  return low
}
