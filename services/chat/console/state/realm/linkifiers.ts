import { signal } from '@preact/signals'

import type { LinkifierObject } from '../../../wire/organization.ts'
import type { Part } from '../part.ts'

export type Linkifier = LinkifierObject

export const linkifiers = signal<readonly Linkifier[]>([])

export const linkifiersPart: Part = {
  later: ['realm_linkifiers'],
  take: (state) => set(state.realm_linkifiers),
  events: {
    realm_linkifiers: ({ realm_linkifiers: all }) => set(all),
  },
}

function set(all: readonly Linkifier[] | undefined): void {
  if (all !== undefined) linkifiers.value = all
}
