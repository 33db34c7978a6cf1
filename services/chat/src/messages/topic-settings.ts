import { userSetting } from '../tenancy/settings.ts'
import type { Caller } from '../tenancy/store/user-store.ts'

/** What somebody does in a topic, from the least to the most. @source docs/contract/chat.md, POST /user_topics */
const TOPIC_ACT = { takesPart: 1, writes: 2, begins: 3 } as const

export type TopicAct = keyof typeof TOPIC_ACT

const NEVER = 4

/** From which act on people follow a topic, or hear it in a muted channel. */
export interface TopicSettings {
  readonly follow: number
  readonly unmute: number
}

/** Of messages that no person's settings are about. */
export const NO_TOPIC_SETTINGS: TopicSettings = { follow: NEVER, unmute: NEVER }

export function topicSettingsOf(caller: Pick<Caller, 'settings'>): TopicSettings {
  return {
    follow: Number(userSetting(caller, 'automatically_follow_topics_policy')),
    unmute: Number(userSetting(caller, 'automatically_unmute_topics_in_muted_streams_policy')),
  }
}

export function isMet(setting: number, act: TopicAct): boolean {
  return setting < NEVER && setting <= TOPIC_ACT[act]
}
