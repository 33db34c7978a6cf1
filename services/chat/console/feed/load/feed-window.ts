/** The messages of a view that are loaded, without gaps between the first and the last of them. */
export interface FeedWindow {
  /** Growing. */
  readonly ids: readonly number[]
  /** Nothing older belongs to the view. */
  readonly hasOldest: boolean
  /** Nothing newer belongs to the view. */
  readonly hasNewest: boolean
}

/** A part of a view that was fetched. */
export interface Page {
  readonly ids: readonly number[]
  readonly hasOldest?: boolean
  readonly hasNewest?: boolean
}

// A few hundred screens; what is further off is fetched again when somebody goes back there.
export const MAX_LOADED = 1600

/** Adds what comes before the first message; the newest are dropped beyond the bound. */
export function withOlder(window: FeedWindow, { ids, hasOldest = false }: Page): FeedWindow {
  const [first = Number.POSITIVE_INFINITY] = window.ids
  const all = [...ids.filter((id) => id < first), ...window.ids]
  const over = all.length > MAX_LOADED
  return {
    ids: over ? all.slice(0, MAX_LOADED) : all,
    hasOldest,
    hasNewest: window.hasNewest && !over,
  }
}

/** Adds what comes after the last message; the oldest are dropped beyond the bound. */
export function withNewer(window: FeedWindow, { ids, hasNewest = false }: Page): FeedWindow {
  const last = window.ids.at(-1) ?? 0
  const all = [...window.ids, ...ids.filter((id) => id > last)]
  const over = all.length > MAX_LOADED
  return {
    ids: over ? all.slice(-MAX_LOADED) : all,
    hasOldest: window.hasOldest && !over,
    hasNewest,
  }
}

/** Takes messages out that no longer belong to the view; the same window when none of them was in it. */
export function without(window: FeedWindow, gone: ReadonlySet<number>): FeedWindow {
  const ids = window.ids.filter((id) => !gone.has(id))
  return ids.length === window.ids.length ? window : { ...window, ids }
}

/** Puts messages in that belong to the view now, where the window reaches over their place. */
export function withFound(window: FeedWindow, found: readonly number[]): FeedWindow {
  const [first] = window.ids
  const last = window.ids.at(-1)
  const isCovered = (id: number): boolean =>
    (window.hasOldest || (first !== undefined && id > first)) &&
    (window.hasNewest || (last !== undefined && id < last))
  const known = new Set(window.ids)
  const added = found.filter((id) => !known.has(id) && isCovered(id))
  if (added.length === 0) return window
  const ids = [...window.ids, ...added].toSorted((one, other) => one - other)
  if (ids.length <= MAX_LOADED) return { ...window, ids }
  return { ...window, ids: ids.slice(-MAX_LOADED), hasOldest: false }
}
