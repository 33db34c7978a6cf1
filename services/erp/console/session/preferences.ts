import { signal } from '@preact/signals'
import { readStored, writeStored } from '@oficina/web/stored.ts'

import { api } from './api.ts'
import { session } from './session.ts'

/** What the person keeps with the service, by its name; the browser has a copy, so that a page need not wait for it. */
const kept = signal<{ readonly of: string; readonly values: Readonly<Record<string, unknown>> }>({
  of: '',
  values: {},
})
const asking = new Set<string>()
const PAUSE_MS = 800
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/** A preference of the person who is signed in, such as `list.Moneda`; undefined when there is none. */
export function preference(name: string): unknown {
  const of = storageKey()
  if (of === undefined) return undefined
  if (kept.peek().of !== of) kept.value = { of, values: parsed(readStored(of)) }
  // What the page shows is asked for first.
  if (!asking.has(of)) setTimeout(() => void refresh(of), 0)
  return kept.value.values[name]
}

/** Keeps a preference, here at once and with the service when the person has finished choosing. */
export function keepPreference(name: string, value: unknown): void {
  const of = storageKey()
  if (of === undefined) return
  store(of, { ...kept.peek().values, [name]: value })
  clearTimeout(waiting.get(name))
  waiting.set(
    name,
    setTimeout(() => void send(name, value), PAUSE_MS),
  )
}

async function send(name: string, value: unknown): Promise<void> {
  waiting.delete(name)
  const path = `/auth/preferencias/${encodeURIComponent(name)}`
  try {
    await api(path, { method: 'PUT', body: { valor: value } })
  } catch {
    // It stays in this browser, and goes with the next change.
  }
}

/** Asks the service once a page; what is being changed here is newer than its answer. */
async function refresh(of: string): Promise<void> {
  if (asking.has(of)) return
  asking.add(of)
  try {
    const { data } = await api<Readonly<Record<string, unknown>>>('/auth/preferencias')
    const present = kept.peek()
    const changing = [...waiting.keys()].map((name) => [name, present.values[name]])
    if (present.of === of) store(of, { ...data, ...Object.fromEntries(changing) })
  } catch {
    // The browser's copy serves.
  }
}

function store(of: string, values: Readonly<Record<string, unknown>>): void {
  const text = JSON.stringify(values)
  if (kept.peek().of === of && JSON.stringify(kept.peek().values) === text) return
  kept.value = { of, values }
  writeStored(of, text)
}

function storageKey(): string | undefined {
  const present = session.value
  return present === undefined
    ? undefined
    : `oficina.erp.preferences.${present.empresa.id}.${present.usuario.id}`
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    // Only this file writes it.
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
