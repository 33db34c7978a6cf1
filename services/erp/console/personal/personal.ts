import { computed, signal } from '@preact/signals'
import { readStored, writeStored } from '@oficina/web/stored.ts'

import { session } from '../session/session.ts'

/** A page that a person comes back to. */
export interface Spot {
  /** Such as `/m/Compra` or `/m/Compra/12`. */
  readonly path: string
  readonly label: string
}

/** What the menu remembers of a person. */
export interface Personal {
  readonly favourites: readonly Spot[]
  /** The last ones first. */
  readonly recents: readonly Spot[]
  /** Groups of the menu that the person opened or closed; others are as they begin. */
  readonly groups: Readonly<Record<string, boolean>>
}

const EMPTY: Personal = { favourites: [], recents: [], groups: {} }
const MAX_FAVOURITES = 50
const MAX_RECENTS = 20
const MAX_GROUPS = 200
const MAX_LABEL = 120

const key = computed(() => {
  const present = session.value
  return present === undefined
    ? undefined
    : `oficina.erp.personal.${present.empresa.id}.${present.usuario.id}`
})

const kept = signal<Personal>(EMPTY)

/** What the menu remembers of the person who is signed in. */
export const personal = computed(() => (key.value === undefined ? EMPTY : kept.value))

key.subscribe((of) => {
  kept.value = of === undefined ? EMPTY : parsed(readStored(of))
})

addEventListener('storage', (event) => {
  if (event.key === key.peek()) kept.value = parsed(event.newValue ?? undefined)
})

/** Notes a page that was opened; the newest comes first, each once. */
export function noteRecent({ path, label }: Spot): void {
  const spot = { path, label: label.slice(0, MAX_LABEL) }
  const others = kept.peek().recents.filter((one) => one.path !== path)
  keep({ ...kept.peek(), recents: [spot, ...others].slice(0, MAX_RECENTS) })
}

export function isFavourite(path: string): boolean {
  return personal.value.favourites.some((one) => one.path === path)
}

export function addFavourite({ path, label }: Spot): void {
  const added = { path, label: label.slice(0, MAX_LABEL) }
  keep({ ...kept.peek(), favourites: [...favouritesBut(path), added].slice(-MAX_FAVOURITES) })
}

export function dropFavourite(path: string): void {
  keep({ ...kept.peek(), favourites: favouritesBut(path) })
}

export function setGroup(group: string, to: 'open' | 'closed'): void {
  const groups = Object.entries({ ...kept.peek().groups, [group]: to === 'open' })
  keep({ ...kept.peek(), groups: Object.fromEntries(groups.slice(-MAX_GROUPS)) })
}

function favouritesBut(path: string): readonly Spot[] {
  return kept.peek().favourites.filter((one) => one.path !== path)
}

function keep(changed: Personal): void {
  kept.value = changed
  const of = key.peek()
  if (of !== undefined) writeStored(of, JSON.stringify(changed))
}

function parsed(text: string | undefined): Personal {
  if (text === undefined) return EMPTY
  try {
    // Only this file writes it; what another version wrote counts for nothing.
    const stored = JSON.parse(text) as Partial<Personal>
    const isWhole = Array.isArray(stored.favourites) && Array.isArray(stored.recents)
    return isWhole ? { ...EMPTY, ...stored } : EMPTY
  } catch {
    return EMPTY
  }
}
