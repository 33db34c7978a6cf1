import { signal } from '@preact/signals'

import type { Part } from './part.ts'

export const alertWords = signal<readonly string[]>([])

export const alertWordsPart: Part = {
  first: ['alert_words'],
  take: (state) => set(state['alert_words']),
  events: {
    alert_words: ({ alert_words: all }: { alert_words: unknown }) => set(all),
  },
}

function set(all: unknown): void {
  if (all !== undefined) alertWords.value = all as readonly string[]
}
