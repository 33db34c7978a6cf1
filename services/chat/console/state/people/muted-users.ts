import { signal } from '@preact/signals'

import type { MutedUserObject } from '../../../wire/personal.ts'
import type { Part } from '../part.ts'

/** The people whom the person does not want to hear. */
export const mutedUsers = signal<ReadonlySet<number>>(new Set())

export const mutedUsersPart: Part = {
  first: ['muted_users'],
  take: (state) => set(state.muted_users),
  events: {
    muted_users: ({ muted_users: all }) => set(all),
  },
}

function set(all: readonly MutedUserObject[] | undefined): void {
  if (all === undefined) return
  mutedUsers.value = new Set(all.map(({ id }) => id))
}
