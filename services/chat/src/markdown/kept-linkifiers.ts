import type { Linkifier } from './render.ts'

/** A linkifier as the database keeps it. */
export interface LinkifierRow {
  readonly id: number
  readonly pattern: string
  readonly url_template: string
}

const MAX_KEPT = 1_000
const kept = new Map<string, Linkifier>()

/** The same object for the same linkifier, so that its pattern is compiled once and not for every message. */
export function keptLinkifiers(rows: readonly LinkifierRow[]): readonly Linkifier[] {
  return rows.map(({ id, pattern, url_template: urlTemplate }) => {
    const key = JSON.stringify([id, pattern, urlTemplate])
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= MAX_KEPT) kept.clear()
    const linkifier = { id, pattern, urlTemplate }
    kept.set(key, linkifier)
    return linkifier
  })
}
