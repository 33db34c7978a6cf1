import { speaker, type Told as ToldOf } from '@oficina/words/bilingual.ts'

import { CHANNELS } from './channels.ts'
import { MESSAGES } from './messages.ts'
import { NOTICES } from './notices.ts'
import { ORGANIZATION } from './organization.ts'
import { PEOPLE } from './people.ts'
import { REQUESTS } from './requests.ts'

/** All that the API and the bots of the system tell people: the Spanish of each text under its English, which is Zulip's. */
export const SPANISH = {
  ...CHANNELS,
  ...MESSAGES,
  ...NOTICES,
  ...ORGANIZATION,
  ...PEOPLE,
  ...REQUESTS,
}

/** @source docs/decisions/0342-chat-languages.md */
export type Told = ToldOf<keyof typeof SPANISH>

export const { say, inBoth, tell } = speaker(SPANISH)
