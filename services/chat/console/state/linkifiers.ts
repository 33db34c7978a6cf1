import { signal } from '@preact/signals'

import type { Part } from './part.ts'

export interface Linkifier {
  readonly id: number
  readonly pattern: string
  readonly url_template: string
}

export const linkifiers = signal<readonly Linkifier[]>([])

export const linkifiersPart: Part = {
  later: ['realm_linkifiers'],
  take: (state) => set(state['realm_linkifiers']),
  events: {
    realm_linkifiers: ({ realm_linkifiers: all }: { realm_linkifiers: unknown }) => set(all),
  },
}

function set(all: unknown): void {
  if (all !== undefined) linkifiers.value = all as readonly Linkifier[]
}
