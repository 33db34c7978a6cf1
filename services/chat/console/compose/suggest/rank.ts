import { plain } from '@oficina/web/fuzzy.ts'

/** How well a name answers what was typed: 0 best; undefined not at all. `typed` and `name` are `plain`. */
function matchClass(typed: string, name: string): number | undefined {
  if (typed === '') return 1
  if (name === typed) return 0
  if (name.startsWith(typed)) return 1
  let at = name.indexOf(typed)
  if (at === -1) return wordsMatch(typed, name) ? 4 : undefined
  // Beginnings of later words come before what stands within a word.
  while (at !== -1) {
    if (startsWord(name, at)) return 2
    at = name.indexOf(typed, at + 1)
  }
  return 3
}

function startsWord(name: string, at: number): boolean {
  return /[\s_\-.(/]/.test(name[at - 1] ?? ' ')
}

/** `an lo` finds `Ana López`: each word begins one. */
function wordsMatch(typed: string, name: string): boolean {
  const words = typed.split(' ').filter((word) => word !== '')
  if (words.length < 2) return false
  const parts = name.split(/[\s_\-.(/]+/)
  return words.every((word) => parts.some((part) => part.startsWith(word)))
}

export interface Ranking<T> {
  /** What is searched, best known name first. */
  readonly namesOf: (one: T) => readonly string[]
  /** Of equal matches the lower comes first: people of this conversation before others. */
  readonly distanceOf: (one: T) => number
  readonly limit: number
}

interface Scored<T> {
  readonly one: T
  readonly score: number
  readonly name: string
}

// A class of matches outweighs every distance, but that of beginning and whole: there who is near comes first.
const OF_CLASS: readonly number[] = [0, 0, 1000, 2000, 3000]

/** The best of any number, in order: how well the name matches, how near it is, its name. One pass, few kept. */
export function ranked<T>(typed: string, all: Iterable<T>, ranking: Ranking<T>): readonly T[] {
  const wanted = plain(typed).trim()
  const { namesOf, distanceOf, limit } = ranking
  const best: Scored<T>[] = []
  for (const one of all) {
    const names = namesOf(one)
    const found = bestClass(wanted, names)
    if (found === undefined) continue
    const score = (OF_CLASS[found] ?? 4000) + distanceOf(one)
    insert(best, { one, score, name: plainOf(names[0] ?? '') }, limit)
  }
  return best.map(({ one }) => one)
}

function bestClass(wanted: string, names: readonly string[]): number | undefined {
  let best: number | undefined
  for (const name of names) {
    const found = matchClass(wanted, plainOf(name))
    if (found !== undefined && (best === undefined || found < best)) best = found
  }
  return best
}

function insert<T>(best: Scored<T>[], scored: Scored<T>, limit: number): void {
  const last = best.at(-1)
  if (best.length === limit && last !== undefined && !isBefore(scored, last)) return
  const at = best.findIndex((other) => isBefore(scored, other))
  best.splice(at === -1 ? best.length : at, 0, scored)
  if (best.length > limit) best.pop()
}

function isBefore<T>(a: Scored<T>, b: Scored<T>): boolean {
  return a.score === b.score ? a.name < b.name : a.score < b.score
}

// Names are few against how often they are searched; 10,000 people made plain at each key would take 20 ms.
const MAX_PLAIN = 50_000
const plains = new Map<string, string>()

function plainOf(name: string): string {
  const known = plains.get(name)
  if (known !== undefined) return known
  if (plains.size >= MAX_PLAIN) plains.clear()
  const made = plain(name)
  plains.set(name, made)
  return made
}
