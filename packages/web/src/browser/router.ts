import { signal } from '@preact/signals'

/** Where the person is: an address below the console's own, and what was asked with it. */
export interface Place {
  /** Path without the base and without a slash at its end, such as `/m/Compra/12`; `/` is home. */
  readonly path: string
  readonly query: URLSearchParams
  /** Changes with every step of the history; going back brings the same one again. */
  readonly key: string
}

export interface Navigation {
  /** Takes the place of the present step instead of adding one. */
  readonly replace?: boolean
}

/** Asked before the person leaves: false keeps the page. */
export type Guard = () => boolean | Promise<boolean>

interface Step {
  readonly key: string
  /** How many steps of this page lie before. */
  readonly index: number
  readonly memory: Readonly<Record<string, unknown>>
}

const BASE = '/console'
// A step keeps a scroll position and a few choices, not data; browsers refuse megabytes.
const MAX_MEMORY_CHARACTERS = 100_000

const guards = new Set<Guard>()
const first: Step = stepOf(history.state) ?? { key: newKey(), index: 0, memory: {} }
const present = { step: first, isReturning: false }

/** The present place; a page shows what it says. */
export const place = signal<Place>(placeNow())

history.scrollRestoration = 'manual'
history.replaceState(first, '')
addEventListener('popstate', (event) => void onPopState(event))
addEventListener('beforeunload', (event) => {
  if (guards.size > 0) event.preventDefault()
})

/** Goes to an address such as `/m/Compra?estado=iniciada`, unless something unsaved keeps the person. */
export async function navigate(to: string, { replace = false }: Navigation = {}): Promise<void> {
  if (!replace && !(await mayLeave())) return
  const step: Step = {
    key: newKey(),
    index: replace ? present.step.index : present.step.index + 1,
    memory: {},
  }
  if (replace) history.replaceState(step, '', BASE + to)
  else history.pushState(step, '', BASE + to)
  present.step = step
  place.value = placeNow()
}

/** Changes what the address asks without leaving the step, so that its memory stays: filters, order, a chosen tab. */
export function changeQuery(query: URLSearchParams): void {
  const asked = query.toString()
  history.replaceState(
    present.step,
    '',
    BASE + place.peek().path + (asked === '' ? '' : `?${asked}`),
  )
  place.value = placeNow()
}

/** The address of a place, for links. */
export function href(to: string): string {
  return BASE + to
}

/** Keeps a value with the present step of the history: who comes back finds it. */
export function remember(name: string, value: unknown): void {
  const memory = { ...present.step.memory, [name]: value }
  if (JSON.stringify(memory).length > MAX_MEMORY_CHARACTERS) return
  present.step = { ...present.step, memory }
  history.replaceState(present.step, '')
}

/** What was kept with the present step, or undefined. */
export function recall(name: string): unknown {
  return present.step.memory[name]
}

/** Holds the person until `guard` lets them go; the answer takes the guard away. */
export function guardLeaving(guard: Guard): () => void {
  guards.add(guard)
  return () => {
    guards.delete(guard)
  }
}

/** Before the page itself goes away, as at signing out: asks those who hold the person; true when all let go. */
export async function leaveForGood(): Promise<boolean> {
  if (!(await mayLeave())) return false
  guards.clear()
  return true
}

async function mayLeave(): Promise<boolean> {
  for (const guard of guards) {
    if (!(await guard())) return false
  }
  return true
}

/** The address has changed already when the browser tells; who must stay is taken back to where they were. */
async function onPopState({ state }: PopStateEvent): Promise<void> {
  if (present.isReturning) {
    present.isReturning = false
    return
  }
  const step = stepOf(state) ?? { key: newKey(), index: 0, memory: {} }
  if (guards.size > 0) {
    const back = present.step.index - step.index
    present.isReturning = true
    history.go(back)
    if (!(await mayLeave())) return
    guards.clear()
    history.go(-back)
    return
  }
  present.step = step
  place.value = placeNow()
}

function placeNow(): Place {
  const path = location.pathname.slice(BASE.length).replace(/\/+$/, '')
  return {
    path: path === '' ? '/' : path,
    query: new URLSearchParams(location.search),
    key: present.step.key,
  }
}

function stepOf(state: unknown): Step | undefined {
  const isStep = typeof state === 'object' && state !== null && 'key' in state && 'index' in state
  // Only this file writes the state of this page's history.
  return isStep ? (state as Step) : undefined
}

function newKey(): string {
  return crypto.randomUUID()
}
