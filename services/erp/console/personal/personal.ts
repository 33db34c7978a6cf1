import { computed, signal } from '@preact/signals'
import { readStored, writeStored } from '@oficina/web/stored.ts'

import { api } from '../session/api.ts'
import { session } from '../session/session.ts'

/** A page that a person comes back to. */
export interface Spot {
  /** Such as `/m/Compra` or `/m/Compra/12`. */
  readonly path: string
  readonly label: string
}

/** What the menu remembers of a person. */
interface Personal {
  readonly favourites: readonly Spot[]
  /** The last ones first. */
  readonly recents: readonly Spot[]
  /** Groups of the menu that the person opened or closed; others are as they begin. */
  readonly groups: Readonly<Record<string, boolean>>
}

const EMPTY: Personal = { favourites: [], recents: [], groups: {} }
// All of it has to fit into one preference, which the service holds to 16 KiB.
const MAX_FAVOURITES = 40
const MAX_RECENTS = 20
const MAX_GROUPS = 60
const MAX_LABEL = 80
const PREFERENCE = 'console.menu'
// Changes that follow each other are sent as one.
const PAUSE_MS = 1500

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

/**
 * Takes what the service keeps, so that it follows the person from machine to machine; what this browser has changed and
 * could not send goes there instead.
 */
export async function loadPersonal(): Promise<void> {
  const of = key.peek()
  if (of === undefined) return
  if (readStored(unsent(of)) !== undefined) return await sendPersonal()
  try {
    const { data } = await api<Readonly<Record<string, unknown>>>('/auth/preferencias')
    const held = data[PREFERENCE]
    if (key.peek() !== of || held === undefined || timer.waiting !== undefined) return
    kept.value = wholeOf(held)
    writeStored(of, JSON.stringify(kept.peek()))
  } catch {
    // What the browser keeps serves until the next time.
  }
}

const timer: { waiting?: ReturnType<typeof setTimeout> } = {}

function keep(changed: Personal): void {
  kept.value = changed
  const of = key.peek()
  if (of === undefined) return
  writeStored(of, JSON.stringify(changed))
  writeStored(unsent(of), 'yes')
  clearTimeout(timer.waiting)
  timer.waiting = setTimeout(() => void sendPersonal(), PAUSE_MS)
}

async function sendPersonal(): Promise<void> {
  delete timer.waiting
  const of = key.peek()
  if (of === undefined) return
  try {
    const body = { valor: kept.peek() }
    await api(`/auth/preferencias/${PREFERENCE}`, { method: 'PUT', body })
    if (timer.waiting === undefined) writeStored(unsent(of), undefined)
  } catch {
    // It is sent with the next change, or when the page is opened again.
  }
}

/** Under this name the browser notes that the service does not know the last change. */
function unsent(of: string): string {
  return `${of}.unsent`
}

function parsed(text: string | undefined): Personal {
  if (text === undefined) return EMPTY
  try {
    return wholeOf(JSON.parse(text))
  } catch {
    return EMPTY
  }
}

/** Only this file writes it; what another version wrote counts for nothing. */
function wholeOf(stored: unknown): Personal {
  const held = stored as Partial<Personal> | null
  const isWhole = Array.isArray(held?.favourites) && Array.isArray(held.recents)
  return isWhole ? { ...EMPTY, ...held } : EMPTY
}
