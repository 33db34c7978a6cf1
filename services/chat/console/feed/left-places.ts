import { place, recall, remember } from '@oficina/web/router.ts'

/** Where in a list somebody was. */
export interface LeftPlace {
  /** The key of the narrow: while a page changes, the list that goes is there already in the next step. */
  readonly of: string
  /** Undefined: at the end of the newest. */
  readonly id?: number | undefined
  readonly offset?: number | undefined
}

const MEMORY = 'feed'
// Steps that one goes back; those before begin as a new visit does.
const MAX_PLACES = 100
// Browsers refuse to be told at every turn of the wheel.
const REMEMBER_AFTER_MS = 250

const places = new Map<string, LeftPlace>()

/** Keeps where the reader is, for this step of the history: at once for who goes back, soon for who loads the page again. */
export class PlaceKeeper {
  readonly #step = place.peek().key
  #timer: ReturnType<typeof setTimeout> | undefined

  note(at: LeftPlace): void {
    const key = `${this.#step} ${at.of}`
    places.delete(key)
    places.set(key, at)
    const [oldest] = places.keys()
    if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (place.peek().key === this.#step) remember(MEMORY, at)
    }, REMEMBER_AFTER_MS)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

/** Where in a narrow, by its key, the reader was when they left this step of the history. */
export function leftPlace(narrowKey: string): LeftPlace | undefined {
  // Only this file writes it.
  const kept = recall(MEMORY) as LeftPlace | undefined
  return (
    places.get(`${place.peek().key} ${narrowKey}`) ?? (kept?.of === narrowKey ? kept : undefined)
  )
}
