import type { Bilingual } from '@oficina/words/bilingual.ts'

import { EMPTY_TOPIC_DISPLAY_NAME } from '../tenancy/realm-settings.ts'
import type { TopicsPolicy } from '../tenancy/viewer.ts'
import { say } from '../tenancy/words/say.ts'
import { privacyName, type ChannelPrivacy } from './channel-name.ts'
import { UNLIMITED_RETENTION } from './retention.ts'

/** The topic of messages about changes of a channel. */
export const CHANNEL_EVENTS_TOPIC = say('channel events')

/** The notification bot's messages in a channel whose properties change. `user` is a silent mention. */
export const CHANNEL_NOTICES = {
  renamed: (user: string, old: string, now: string) =>
    say('%{user} renamed channel **%{old}** to **%{now}**.', { user, old, now }),
  described: (user: string, old: string, now: string) =>
    say(
      '%{user} changed the description for this channel.\n\n* **Old description:**\n%{old}\n* **New description:**\n%{now}',
      { user, old: quotation(old), now: quotation(now) },
    ),
  privacyChanged: (user: string, old: ChannelPrivacy, now: ChannelPrivacy) =>
    say(
      '%{user} changed the [access permissions](/help/channel-permissions) for this channel from **%{old}** to **%{now}**.',
      { user, old: privacyName(old), now: privacyName(now) },
    ),
  postingChanged: (user: string, old: string, now: string) =>
    say(
      '%{user} changed the [posting permissions](/help/channel-posting-policy) for this channel:\n\n* **Old**: %{old}\n* **New**: %{now}',
      // Ends with a line's end, as Zulip's does.
      { user, old, now: `${now}\n` },
    ),
  topicsPolicyChanged: (user: string, old: TopicsPolicy, now: TopicsPolicy) =>
    say(
      '%{user} changed the "Allow posting to the *general chat* topic?" setting from **%{old}** to **%{now}**.',
      { user, old: POLICY_NAMES[old], now: POLICY_NAMES[now] },
    ),
  archived: (name: string) => say('Channel #**%{name}** has been archived.', { name }),
  unarchived: (name: string) => say('Channel #**%{name}** has been unarchived.', { name }),
} as const

const FENCE = '````'

/** A description as a quotation. */
export function quotation(description: string): Bilingual {
  const { en, es } =
    description === '' ? say('*No description.*') : { en: description, es: description }
  return { en: `${FENCE} quote\n${en}\n${FENCE}`, es: `${FENCE} quote\n${es}\n${FENCE}` }
}

const topic = EMPTY_TOPIC_DISPLAY_NAME
const POLICY_NAMES: Readonly<Record<TopicsPolicy, Bilingual>> = {
  inherit: say('Automatic'),
  allow_empty_topic: say('*%{topic}* topic allowed', { topic }),
  disable_empty_topic: say('No *%{topic}* topic', { topic }),
  empty_topic_only: say('Only *%{topic}* topic allowed', { topic }),
}

/** The notice of a new retention period; both in days, -1 for ever. */
export function retentionNotice(user: string, old: number, now: number): Bilingual {
  const summary =
    now === UNLIMITED_RETENTION
      ? say('Messages in this channel will now be retained forever.')
      : say(
          'Messages in this channel will now be automatically deleted %{days} days after they are sent.',
          { days: now },
        )
  const changed = say(
    '%{user} has changed the [message retention period](/help/message-retention-policy) for this channel:',
    { user },
  )
  return say(
    '%{changed}\n* **Old retention period**: %{old}\n* **New retention period**: %{now}\n\n%{summary}',
    { changed, old: period(old), now: period(now), summary },
  )
}

function period(days: number): Bilingual {
  return days === UNLIMITED_RETENTION ? say('Forever') : say('%{days} days', { days })
}
