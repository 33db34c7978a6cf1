/** Inline code: as many backticks close it as open it, and nothing inside is read. */

import { escapeMarkup } from '../escape.ts'
import { element } from '../tree/tree.ts'
import { firstFrom, type Claim } from './claimed-text.ts'

interface Ticks {
  readonly start: number
  readonly length: number
}

export function codeSpans(text: string): readonly Claim[] {
  if (!text.includes('`')) return []
  const runs = [...text.matchAll(/`+/g)].map((m) => ({ start: m.index, length: m[0].length }))
  const byLength = Map.groupBy(runs, (run) => run.length)
  const claims: Claim[] = []
  let from = 0
  for (const run of runs) {
    if (run.start < from) continue
    const backslashes = backslashesBefore(text, from, run.start)
    // Each pair of backslashes is one backslash, and the backtick after them counts.
    if (backslashes > 0 && backslashes % 2 === 0) {
      const node = '\\'.repeat(backslashes / 2)
      claims.push({ start: run.start - backslashes, end: run.start, node })
    }
    // A single backslash takes the first backtick out of the run.
    const skipped = backslashes % 2
    const span = spanFrom(
      text,
      { start: run.start + skipped, length: run.length - skipped },
      byLength,
    )
    if (span === undefined) continue
    claims.push(span)
    from = span.end
  }
  return claims
}

function backslashesBefore(text: string, from: number, index: number): number {
  let start = index
  while (start > from && text[start - 1] === '\\') start -= 1
  return index - start
}

/** A run that nothing closes may do so with fewer of its backticks. */
function spanFrom(
  text: string,
  { start, length }: Ticks,
  byLength: ReadonlyMap<number, readonly Ticks[]>,
): Claim | undefined {
  for (let size = length; size > 0; size -= 1) {
    const closers = byLength.get(size) ?? []
    const close = closers[firstFrom(closers, start + length, (run) => run.start)]
    if (close === undefined) continue
    const source = text.slice(start + size, close.start)
    const node = element('code', {}, [{ html: escapeMarkup(source), source, isBlock: false }])
    return { start, end: close.start + size, node }
  }
  return undefined
}
