import { fuzzyScore, plain } from '@oficina/web/fuzzy.ts'

/** What the palette offers. */
export interface Entry {
  /** The same for one thing, wherever it is offered. */
  readonly key: string
  readonly label: string
  readonly detail?: string | undefined
  /** Another name by which it is looked for. */
  readonly alias?: string | undefined
  readonly keys?: string | undefined
  readonly run: () => void
}

/** Entries of one kind, with a heading. */
export interface Section {
  readonly name: string
  readonly label: string
  readonly entries: readonly Entry[]
  /** Shown before anything is typed. */
  readonly isFirst?: boolean
}

const SHOWN_OF_ONE = 6
const SHOWN_AT_FIRST = 8

/** What is shown before anything is typed: sections that say so, each thing once. */
export function firstSections(sections: readonly Section[]): readonly Section[] {
  return distinct(
    sections
      .filter(({ isFirst }) => isFirst === true)
      .map((section) => ({ ...section, entries: section.entries.slice(0, SHOWN_AT_FIRST) })),
  )
}

/** What answers to what was typed: the best of each section, the section with the best answer first. */
export function rankedSections(sections: readonly Section[], typed: string): readonly Section[] {
  const wanted = plain(typed.trim())
  const ranked = sections
    .map((section) => {
      const found = section.entries
        .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
        .filter((one): one is Scored => one.score !== undefined)
        .toSorted((one, other) => other.score - one.score)
        .slice(0, SHOWN_OF_ONE)
      return { section, found, best: found[0]?.score ?? 0 }
    })
    .filter(({ found }) => found.length > 0)
    .toSorted((one, other) => other.best - one.best)
  return distinct(
    ranked.map(({ section, found }) => ({ ...section, entries: found.map(({ entry }) => entry) })),
  )
}

interface Scored {
  readonly entry: Entry
  readonly score: number
}

/** The label counts most; a module or a folio beside it helps to tell equals apart. */
function scoreOf({ label, detail, alias }: Entry, wanted: string): number | undefined {
  const scores = [label, ...(alias === undefined ? [] : [alias])]
    .map((name) => fuzzyScore(wanted, plain(name)))
    .filter((score) => score !== undefined)
  if (scores.length > 0) return Math.max(...scores)
  if (detail === undefined) return undefined
  const ofBoth = plain(`${label} ${detail}`)
  const isInBoth = wanted.split(/\s+/).every((word) => ofBoth.includes(word))
  return isInBoth ? 1 : undefined
}

function distinct(sections: readonly Section[]): readonly Section[] {
  const seen = new Set<string>()
  return sections
    .map((section) => ({
      ...section,
      entries: section.entries.filter(({ key }) => {
        if (seen.has(key)) return false
        seen.add(key)
        return true
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}
