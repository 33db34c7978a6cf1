import { plain } from '@oficina/web/fuzzy.ts'

import type { Emoji } from './emoji-kind.ts'

// What is frequent comes before what only matches as well.
const OF_FREQUENT = 0.5

/**
 * The emoji that answer what was typed, best first: by name, by another name, by a word in Spanish or English.
 * `frequent` are the codes that the person uses most.
 */
export function findEmoji(
  typed: string,
  all: readonly Emoji[],
  { limit, frequent }: { readonly limit: number; readonly frequent: ReadonlySet<string> },
): readonly Emoji[] {
  const wanted = plain(typed.replaceAll('_', ' ')).trim()
  if (wanted === '') return all.slice(0, limit)
  const found: Found[] = []
  for (const [at, emoji] of all.entries()) {
    const best = bestName(wanted, emoji)
    if (best === undefined) continue
    const score = best.score - (frequent.has(emoji.code) ? OF_FREQUENT : 0)
    found.push({
      emoji: best.name === emoji.name ? emoji : { ...emoji, name: best.name },
      score,
      at,
    })
  }
  return found
    .toSorted((a, b) => a.score - b.score || a.at - b.at)
    .slice(0, limit)
    .map(({ emoji }) => emoji)
}

interface Found {
  readonly emoji: Emoji
  readonly score: number
  /** Its place among all, which decides between equals. */
  readonly at: number
}

interface Best {
  readonly name: string
  readonly score: number
}

// Another name counts a little less than the first.
const OF_ALIAS = 0.1

/** The name that answers best: who types another name means that one. */
function bestName(wanted: string, { name, aliases, words }: Emoji): Best | undefined {
  let best: Best | undefined
  for (const [index, one] of [name, ...aliases].entries()) {
    const found = nameScore(wanted, one)
    if (found === undefined) continue
    const score = found + (index === 0 ? 0 : OF_ALIAS)
    if (best === undefined || score < best.score) best = { name: one, score }
  }
  if (best !== undefined && best.score < 2) return best
  const score = wordScore(wanted, plain(words))
  if (score !== undefined) return { name, score }
  return best
}

function wordScore(wanted: string, words: string): number | undefined {
  if (words.startsWith(wanted)) return 2
  if (words.includes(`, ${wanted}`)) return 2.2
  return words.includes(` ${wanted}`) ? 2.6 : undefined
}

function nameScore(wanted: string, name: string): number | undefined {
  const text = plain(name.replaceAll('_', ' '))
  if (text === wanted) return 0
  if (text.startsWith(wanted)) return 1
  if (text.includes(` ${wanted}`)) return 1.6
  return text.includes(wanted) ? 3 : undefined
}
