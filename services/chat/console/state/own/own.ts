import { computed, signal } from '@preact/signals'

import type { MeAnswer } from '../../../wire/people.ts'
import type { UserSettingsObject } from '../../../wire/settings.ts'
import { api } from '../../session/api.ts'
import { ownId, type Part } from '../part.ts'
import { people, type Person } from '../people/people.ts'

/** Settings of the person, under the names of the wire. */
export type UserSettings = UserSettingsObject

/** Undefined until the first answer. */
export const userSettings = signal<UserSettings | undefined>(undefined)

/** The person who uses this tab; undefined until it is known. */
export const ownUser = computed<Person | undefined>(() => people.get(ownId()))

export const ownPart: Part = {
  first: ['user_settings'],
  take: (state) => {
    const given = state.user_settings
    if (given !== undefined) userSettings.value = given
  },
  events: {
    'user_settings update': ({ property, value }) => {
      const known = userSettings.peek()
      if (known !== undefined) userSettings.value = { ...known, [property]: value }
    },
  },
}

const AGAIN_MS = 5_000

/** Asks who the person is; again and again until the service tells. */
export async function loadOwnUser(): Promise<void> {
  try {
    const answer = await api<MeAnswer>('GET', '/users/me', { client_gravatar: false })
    const { max_message_id: _newest, ...me } = answer
    people.set(me.user_id, { ...me, bot_type: null })
  } catch {
    setTimeout(() => void loadOwnUser(), AGAIN_MS)
  }
}
