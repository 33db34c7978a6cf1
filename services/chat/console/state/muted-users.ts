import { signal } from '@preact/signals'

import type { Part } from './part.ts'

/** The people whom the person does not want to hear. */
export const mutedUsers = signal<ReadonlySet<number>>(new Set())

export const mutedUsersPart: Part = {
  first: ['muted_users'],
  take: (state) => set(state['muted_users']),
  events: {
    muted_users: ({ muted_users: all }: { muted_users: unknown }) => set(all),
  },
}

function set(all: unknown): void {
  if (all === undefined) return
  mutedUsers.value = new Set((all as readonly { readonly id: number }[]).map(({ id }) => id))
}
