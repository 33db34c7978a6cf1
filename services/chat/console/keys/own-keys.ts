import { computed, signal } from '@preact/signals'
import { readStored, writeStored } from '@oficina/web/stored.ts'

import { keyMap, keysFor, parsedOwnKeys, withKeys, type OwnKeys } from './key-map.ts'
import type { ShortcutId } from './shortcut-list.ts'

const KEY = 'oficina.chat.keys'

const account = signal('')

/** What the person of this account chose. */
export const ownKeys = signal<OwnKeys>({})

/** The shortcuts by their keys, as they hold now. */
export const heldKeys = computed(() => keyMap(ownKeys.value))

/** The keys of an account hold from now on; `id` names the person and their organization. */
export function holdKeysOf(id: string): void {
  account.value = id
  ownKeys.value = parsedOwnKeys(readStored(`${KEY}.${id}`))
}

/** Gives a shortcut other keys; none takes them away. */
export function chooseKeys(id: ShortcutId, keys: readonly string[]): void {
  keep(withKeys(ownKeys.peek(), id, keys))
}

export function resetKeys(): void {
  keep({})
}

/** The keys of a shortcut now, for hints beside buttons. */
export function presentKeys(id: ShortcutId): readonly string[] {
  return keysFor(id, ownKeys.value)
}

function keep(own: OwnKeys): void {
  ownKeys.value = own
  const isDefault = Object.keys(own).length === 0
  writeStored(`${KEY}.${account.peek()}`, isDefault ? undefined : JSON.stringify(own))
}
