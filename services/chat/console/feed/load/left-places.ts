import { place } from '@oficina/web/router.ts'

/** Where in a list somebody was. */
export interface LeftPlace {
  /** The key of the narrow: while a page changes, the list that goes is there already in the next step. */
  readonly of: string
  /** Undefined: at the end of the newest. */
  readonly id?: number | undefined
  readonly offset?: number | undefined
}

// Of this tab, as its history is.
const STORED = 'oficina.chat.places'
// Steps that one goes back; those before begin as a new visit does.
const MAX_PLACES = 100

const places = new Map<string, LeftPlace>(stored())

addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...places]))
  } catch {
    // Who loads the page again begins with what is new.
  }
})

/** Keeps where the reader is, for those who go back to this step of the history or load it again. */
export function noteLeftPlace(step: string, at: LeftPlace): void {
  const key = `${step} ${at.of}`
  places.delete(key)
  places.set(key, at)
  const [oldest] = places.keys()
  if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest)
}

/** Where in a narrow, by its key, the reader was when they left this step of the history. */
export function leftPlace(narrowKey: string): LeftPlace | undefined {
  return places.get(`${place.peek().key} ${narrowKey}`)
}

function stored(): readonly (readonly [string, LeftPlace])[] {
  try {
    // Only this file writes it.
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, LeftPlace][]
  } catch {
    return []
  }
}
