import { signal } from '@preact/signals'

import { deletedIds } from '../deleted-ids.ts'
import type { Part } from '../part.ts'

/** Ids of the messages that the person starred; undefined until known. */
export const starredIds = signal<ReadonlySet<number> | undefined>(undefined)

export const starredPart: Part = {
  later: ['starred_messages'],
  take: (state) => {
    const given = state.starred_messages
    if (given !== undefined) starredIds.value = new Set(given)
  },
  events: {
    'update_message_flags add': ({ flag, messages }) => {
      if (flag === 'starred') set((ids) => new Set([...ids, ...messages]))
    },
    'update_message_flags remove': ({ flag, messages }) => {
      if (flag === 'starred') set((ids) => without(ids, messages))
    },
    delete_message: (event) => set((ids) => without(ids, deletedIds(event))),
  },
}

function set(how: (ids: ReadonlySet<number>) => ReadonlySet<number>): void {
  const known = starredIds.peek()
  if (known !== undefined) starredIds.value = how(known)
}

function without(ids: ReadonlySet<number>, gone: readonly number[]): ReadonlySet<number> {
  if (!gone.some((id) => ids.has(id))) return ids
  const out = new Set(gone)
  return new Set([...ids].filter((id) => !out.has(id)))
}
