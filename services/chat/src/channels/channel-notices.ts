import { EMPTY_TOPIC_DISPLAY_NAME } from '../tenancy/realm-settings.ts'
import type { TopicsPolicy } from '../tenancy/viewer.ts'
import { privacyName, type ChannelPrivacy } from './channel-name.ts'
import { UNLIMITED_RETENTION } from './retention.ts'

/** The topic of messages about changes of a channel. */
export const CHANNEL_EVENTS_TOPIC = 'channel events'

/** The notification bot's messages in a channel whose properties change. `user` is a silent mention. */
export const CHANNEL_NOTICES = {
  renamed: (user: string, old: string, now: string) =>
    `${user} renamed channel **${old}** to **${now}**.`,
  described: (user: string, old: string, now: string) =>
    `${user} changed the description for this channel.\n\n* **Old description:**\n${quoted(old)}\n* **New description:**\n${quoted(now)}`,
  privacyChanged: (user: string, old: ChannelPrivacy, now: ChannelPrivacy) =>
    `${user} changed the [access permissions](/help/channel-permissions) for this channel from **${privacyName(old)}** to **${privacyName(now)}**.`,
  postingChanged: (user: string, old: string, now: string) =>
    `${user} changed the [posting permissions](/help/channel-posting-policy) for this channel:\n\n* **Old**: ${old}\n* **New**: ${now}\n`,
  topicsPolicyChanged: (user: string, old: TopicsPolicy, now: TopicsPolicy) =>
    `${user} changed the "Allow posting to the *general chat* topic?" setting from **${POLICY_NAMES[old]}** to **${POLICY_NAMES[now]}**.`,
  archived: (name: string) => `Channel #**${name}** has been archived.`,
  unarchived: (name: string) => `Channel #**${name}** has been unarchived.`,
} as const

const FENCE = '````'

/** A description as a quotation. */
export function quoted(description: string): string {
  return `${FENCE} quote\n${description === '' ? '*No description.*' : description}\n${FENCE}`
}

const POLICY_NAMES: Readonly<Record<TopicsPolicy, string>> = {
  inherit: 'Automatic',
  allow_empty_topic: `*${EMPTY_TOPIC_DISPLAY_NAME}* topic allowed`,
  disable_empty_topic: `No *${EMPTY_TOPIC_DISPLAY_NAME}* topic`,
  empty_topic_only: `Only *${EMPTY_TOPIC_DISPLAY_NAME}* topic allowed`,
}

/** The notice of a new retention period; both in days, -1 for ever. */
export function retentionNotice(user: string, old: number, now: number): string {
  const summary =
    now === UNLIMITED_RETENTION
      ? 'Messages in this channel will now be retained forever.'
      : `Messages in this channel will now be automatically deleted ${now} days after they are sent.`
  const changed = `${user} has changed the [message retention period](/help/message-retention-policy) for this channel`
  return `${changed}:\n* **Old retention period**: ${period(old)}\n* **New retention period**: ${period(now)}\n\n${summary}`
}

function period(days: number): string {
  return days === UNLIMITED_RETENTION ? 'Forever' : `${days} days`
}
