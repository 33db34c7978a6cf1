import { signal } from '@preact/signals'

import type { Part } from './part.ts'

/** Ids of the messages that the person starred; undefined until known. */
export const starredIds = signal<ReadonlySet<number> | undefined>(undefined)

interface FlagsNow {
  readonly flag: string
  readonly messages: readonly number[]
}

interface Deleted {
  readonly message_id?: number
  readonly message_ids?: readonly number[]
}

export const starredPart: Part = {
  later: ['starred_messages'],
  take: (state) => {
    const given = state['starred_messages']
    if (given !== undefined) starredIds.value = new Set(given as readonly number[])
  },
  events: {
    'update_message_flags add': ({ flag, messages }: FlagsNow) => {
      if (flag === 'starred') set((ids) => new Set([...ids, ...messages]))
    },
    'update_message_flags remove': ({ flag, messages }: FlagsNow) => {
      if (flag === 'starred') set((ids) => without(ids, messages))
    },
    delete_message: ({ message_id: one, message_ids: all }: Deleted) =>
      set((ids) => without(ids, all ?? (one === undefined ? [] : [one]))),
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
