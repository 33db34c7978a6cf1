import { signal } from '@preact/signals'

import type { EmojiObject, RealmEmoji } from '../../../wire/organization.ts'
import type { Part } from '../part.ts'

export type CustomEmoji = EmojiObject

/** The organization's own emoji by id, deactivated ones included. */
export const customEmoji = signal<RealmEmoji>({})

export const emojiPart: Part = {
  first: ['realm_emoji'],
  take: (state) => set(state.realm_emoji),
  events: {
    'realm_emoji update': ({ realm_emoji: all }) => set(all),
  },
}

function set(all: RealmEmoji | undefined): void {
  if (all !== undefined) customEmoji.value = all
}
