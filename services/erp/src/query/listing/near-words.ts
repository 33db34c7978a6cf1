/**
 * Words that may be meant by one with a letter wrong, missing, too many or swapped.
 * @source docs/decisions/0265-erp-search.md
 */

/** Shorter words are near to too many others. */
const SHORTEST = 4
/** Two faults are forgiven from this length on. */
const LONG = 8
/** A word is not looked for as more than so many others. */
const MAX_NEAR = 5

/** Of texts, which of these a word occurs in that is near to the typed one; for an index of trigrams. */
export interface NearPatterns {
  /** For `like`; of folded letters alone. */
  readonly parts: readonly string[]
  /** A regular expression. Null: the parts suffice. */
  readonly expression: string | null
}

/** As `oficina.sin_acentos` does, as far as letters of names go. */
export function folded(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gv, '')
}

/**
 * Null for what is no name, such as a word with digits, or is too short. One fault leaves one half of a word as it is,
 * unless it swaps the letters on both sides of the middle. The halves of a short word are too common to be looked for, so
 * they share a letter, and a fault in it leaves the beginning and the end.
 */
export function nearPatterns(typed: string): NearPatterns | null {
  const word = folded(typed)
  if (!/^\p{L}+$/v.test(word) || word.length < SHORTEST) return null
  const middle = Math.floor(word.length / 2)
  if (word.length >= 6) {
    const parts = [word.slice(0, middle), word.slice(middle), swapped(word, middle - 1)]
    return { parts: distinct(parts), expression: null }
  }
  const swaps = Array.from({ length: word.length - 1 }, (_one, at) => swapped(word, at))
  return {
    parts: distinct([word.slice(0, 3), word.slice(-3), ...swaps]),
    expression: `(^| )${word.slice(0, 2)}.{0,2}${word.slice(-2)}( |,|$)`,
  }
}

/**
 * The words of some texts that are nearest to the typed one, lower case as they are written there; the typed one alone
 * where it occurs. Of words that are typed in part their beginning counts.
 */
export function nearWords(typed: string, texts: readonly string[]): readonly string[] {
  const wanted = folded(typed)
  const counts = new Map<string, { readonly shown: string; count: number }>()
  for (const token of texts.flatMap(
    (text) => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gv) ?? [],
  )) {
    const word = folded(token)
    const known = counts.get(word)
    if (known === undefined) counts.set(word, { shown: token, count: 1 })
    else known.count += 1
  }
  if ([...counts.keys()].some((word) => word.includes(wanted))) return [typed]
  const allowed = wanted.length >= LONG ? 2 : 1
  const near = [...counts].flatMap(([word, { shown, count }]) => {
    const distance = distanceTo(word, wanted, allowed)
    return distance === Infinity ? [] : [{ shown, count, distance }]
  })
  const best = Math.min(...near.map(({ distance }) => distance))
  return near
    .filter(({ distance }) => distance === best)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MAX_NEAR)
    .map(({ shown }) => shown)
}

/** The faults in a word; with its beginning alone somewhat more, so that whole words come first. Infinite: not near. */
function distanceTo(word: string, wanted: string, allowed: number): number {
  const whole = faultsBetween(wanted, word, allowed)
  if (whole <= allowed) return whole
  if (wanted.length <= SHORTEST || word.length <= wanted.length) return Infinity
  const beginnings = [-1, 0, 1].map((more) => word.slice(0, wanted.length + more))
  const nearest = Math.min(...beginnings.map((one) => faultsBetween(wanted, one, allowed)))
  return nearest <= allowed ? nearest + 0.5 : Infinity
}

/** How many letters are wrong, missing, too many or swapped; more than `limit` where that many do not suffice. */
export function faultsBetween(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let rows: Rows = { before: [], last: Array.from({ length: b.length + 1 }, (_one, at) => at) }
  for (let i = 1; i <= a.length; i += 1) {
    rows = { before: rows.last, last: nextRow(rows, { a, b, i }) }
  }
  return rows.last[b.length] ?? 0
}

/** The faults between the beginnings of two words, by how long that of the second is. */
interface Rows {
  readonly before: readonly number[]
  readonly last: readonly number[]
}

function nextRow(
  { before, last }: Rows,
  { a, b, i }: { readonly a: string; readonly b: string; readonly i: number },
): readonly number[] {
  const next = [i]
  for (let j = 1; j <= b.length; j += 1) {
    const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    const wrong = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
    next.push(
      Math.min(wrong, at(last, j) + 1, at(next, j - 1) + 1, isSwap ? at(before, j - 2) + 1 : wrong),
    )
  }
  return next
}

function at(row: readonly number[], place: number): number {
  return row[place] ?? Infinity
}

function swapped(word: string, at: number): string {
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
