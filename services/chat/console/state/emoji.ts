import { signal } from '@preact/signals'

import type { Part } from './part.ts'

export interface CustomEmoji {
  readonly id: string
  readonly name: string
  readonly source_url: string
  readonly still_url: string | null
  readonly deactivated: boolean
  readonly author_id: number | null
}

/** The organization's own emoji by id, deactivated ones included. */
export const customEmoji = signal<Readonly<Record<string, CustomEmoji>>>({})

export const emojiPart: Part = {
  first: ['realm_emoji'],
  take: (state) => set(state['realm_emoji']),
  events: {
    'realm_emoji update': ({ realm_emoji: all }: { realm_emoji: unknown }) => set(all),
  },
}

function set(all: unknown): void {
  if (all !== undefined) customEmoji.value = all as Readonly<Record<string, CustomEmoji>>
}
