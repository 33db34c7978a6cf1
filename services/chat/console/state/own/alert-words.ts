import { signal } from '@preact/signals'

import type { Part } from '../part.ts'

export const alertWords = signal<readonly string[]>([])

export const alertWordsPart: Part = {
  first: ['alert_words'],
  take: (state) => set(state.alert_words),
  events: {
    alert_words: ({ alert_words: all }) => set(all),
  },
}

function set(all: readonly string[] | undefined): void {
  if (all !== undefined) alertWords.value = all
}
