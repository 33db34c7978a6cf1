/** Inline code: as many backticks to close as to open, and nothing inside is looked at. */

import { escapeMarkup } from './escape.ts'
import type { InlineMatch, InlineRule } from './inline.ts'
import { element, sealed } from './tree.ts'

interface Ticks {
  readonly start: number
  readonly length: number
}

export const codeSpans: InlineRule = {
  next: 'onwards',
  find(text, from) {
    if (!text.includes('`', from)) return undefined
    const runs = [...text.matchAll(/`+/g)].map((m) => ({ start: m.index, length: m[0].length }))
    const byLength = Map.groupBy(runs, (run) => run.length)
    for (const run of runs) {
      if (run.start < from) continue
      const match = escapedBackslashes(text, run, from) ?? spanFrom(text, run, byLength)
      if (match !== undefined) return match
    }
    return undefined
  },
}

/** Pairs of backslashes before a backtick: each pair is one backslash, and the backtick counts. */
function escapedBackslashes(text: string, run: Ticks, from: number): InlineMatch | undefined {
  let start = run.start
  while (start > from && text[start - 1] === '\\') start -= 1
  const count = run.start - start
  if (count === 0 || count % 2 === 1) return undefined
  return { start, end: run.start, piece: '\\'.repeat(count / 2) }
}

function spanFrom(
  text: string,
  run: Ticks,
  byLength: ReadonlyMap<number, readonly Ticks[]>,
): InlineMatch | undefined {
  // A backslash takes the first backtick out of the run.
  const skipped = text[run.start - 1] === '\\' ? 1 : 0
  const start = run.start + skipped
  for (let size = run.length - skipped; size > 0; size -= 1) {
    const close = firstAfter(byLength.get(size) ?? [], run.start)
    if (close === undefined) continue
    const code = element('code')
    code.text = sealed(escapeMarkup(text.slice(start + size, close.start)))
    return { start, end: close.start + size, piece: code }
  }
  return undefined
}

function firstAfter(runs: readonly Ticks[], start: number): Ticks | undefined {
  let low = 0
  let high = runs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle]?.start ?? 0) > start) high = middle
    else low = middle + 1
  }
  return runs[low]
}
