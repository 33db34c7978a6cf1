import {
  declarationOf,
  SHORTCUTS,
  type ShortcutArea,
  type ShortcutDeclaration,
  type ShortcutId,
} from './shortcut-list.ts'

/** The keys that a person chose instead of the default ones, by id; an empty list takes the keys away. */
export type OwnKeys = Readonly<Partial<Record<ShortcutId, readonly string[]>>>

// A sequence is a few keys in a row, and a shortcut has a few of them.
export const MAX_CHORDS = 3
export const MAX_KEYS = 4

/** The keys of a shortcut: the person's own, else the default ones. */
export function keysFor(id: ShortcutId, own: OwnKeys): readonly string[] {
  return own[id] ?? declarationOf(id).keys
}

/** The shortcuts by each of their keys. */
export function keyMap(own: OwnKeys): ReadonlyMap<string, readonly ShortcutId[]> {
  const map = new Map<string, ShortcutId[]>()
  for (const { id } of SHORTCUTS) {
    for (const keys of keysFor(id, own)) map.set(keys, [...(map.get(keys) ?? []), id])
  }
  return map
}

/** Whether some sequence goes on after these chords. */
export function isBeginning(chords: string, map: ReadonlyMap<string, unknown>): boolean {
  return [...map.keys()].some((keys) => keys.startsWith(`${chords} `))
}

/**
 * The shortcuts that would no longer be reached, or take the keys from others, if `id` had these: of the same area, or of
 * one that is open at the same time; the same keys, or the beginning of a sequence.
 */
export function conflictsOf(id: ShortcutId, keys: string, own: OwnKeys): readonly ShortcutId[] {
  const { area } = declarationOf(id)
  return SHORTCUTS.filter((other: ShortcutDeclaration) => {
    if (other.id === id || !meets(area, other.area)) return false
    return keysFor(idOf(other), own).some((taken) => collides(taken, keys))
  }).map((one) => one.id)
}

/** The keys after a change of one shortcut; those that are the default again are not kept. */
export function withKeys(own: OwnKeys, id: ShortcutId, keys: readonly string[]): OwnKeys {
  const unique = [...new Set(keys)].slice(0, MAX_KEYS)
  const rest = Object.fromEntries(Object.entries(own).filter(([one]) => one !== id))
  const isDefault = unique.join('\n') === declarationOf(id).keys.join('\n')
  return isDefault ? rest : { ...rest, [id]: unique }
}

/** What was stored, as far as it is what this list knows. */
export function parsedOwnKeys(stored: string | undefined): OwnKeys {
  const parsed = parsedRecord(stored)
  const own: Partial<Record<ShortcutId, readonly string[]>> = {}
  for (const { id } of SHORTCUTS) {
    const keys = parsed[id]
    if (!Array.isArray(keys)) continue
    own[id] = keys.filter((one) => typeof one === 'string').slice(0, MAX_KEYS)
  }
  return own
}

function parsedRecord(stored: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(stored ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}

/** Areas that can be open at once: what holds everywhere holds beside messages and lists, and so on. */
function meets(one: ShortcutArea, other: ShortcutArea): boolean {
  if (one === other) return true
  // The dialog of channels has the keyboard to itself, and so has the box that one writes in.
  const isAlone = (area: ShortcutArea) => area === 'channels' || area === 'compose'
  if (isAlone(one) || isAlone(other)) return false
  return one === 'everywhere' || other === 'everywhere'
}

function collides(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)
}

function idOf(declaration: ShortcutDeclaration): ShortcutId {
  // All declarations come from the list.
  return declaration.id as ShortcutId
}
