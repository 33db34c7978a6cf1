import type { Subscription } from '../state/conversations/channels.ts'
import type { Message } from '../state/conversations/messages.ts'
import type { UserSettings } from '../state/own/own.ts'
import { POLICY } from '../state/realm/policy.ts'

/** What a message is told by. */
export interface HowToNotify {
  readonly isShown: boolean
  readonly isHeard: boolean
}

/** What decides about it, besides the message. */
export interface Hearing {
  readonly settings: UserSettings
  readonly ownId: number
  readonly mutedUsers: ReadonlySet<number>
  /** Of the message's channel; undefined: not subscribed, or a direct message. */
  readonly subscription: Subscription | undefined
  /** Of the message's topic. */
  readonly policy: number
}

const SILENT: HowToNotify = { isShown: false, isHeard: false }

/** Whether a new message is shown on the desktop and heard, by the settings of the person, its channel and its topic. */
export function howToNotify(message: Message, hearing: Hearing): HowToNotify {
  const { settings, ownId, mutedUsers } = hearing
  if (message.sender_id === ownId || message.flags.includes('read')) return SILENT
  if (mutedUsers.has(message.sender_id) || isMuted(message, hearing)) return SILENT
  if (message.type === 'private' || isForMe(message, hearing)) {
    return { isShown: settings.enable_desktop_notifications, isHeard: settings.enable_sounds }
  }
  return asInChannel(hearing)
}

/** Who is named is told even where it is muted; all others are not. */
function isMuted({ type, flags }: Message, { subscription, policy }: Hearing): boolean {
  if (type === 'private' || flags.includes('mentioned')) return false
  if (policy === POLICY.muted) return true
  return subscription?.is_muted === true && policy !== POLICY.unmuted && policy !== POLICY.followed
}

function isForMe({ flags }: Message, { settings, subscription, policy }: Hearing): boolean {
  if (flags.includes('mentioned') || flags.includes('has_alert_word')) return true
  const isOfAll = flags.some((flag) => flag.endsWith('wildcard_mentioned'))
  if (!isOfAll) return false
  if (policy === POLICY.followed && settings.enable_followed_topic_wildcard_mentions_notify)
    return true
  return subscription?.wildcard_mentions_notify ?? settings.wildcard_mentions_notify
}

function asInChannel({ settings, subscription, policy }: Hearing): HowToNotify {
  const isFollowed = policy === POLICY.followed
  const isShown =
    (isFollowed && settings.enable_followed_topic_desktop_notifications) ||
    (subscription?.desktop_notifications ?? settings.enable_stream_desktop_notifications)
  const isHeard =
    (isFollowed && settings.enable_followed_topic_audible_notifications) ||
    (subscription?.audible_notifications ?? settings.enable_stream_audible_notifications)
  // Who is not subscribed hears of what they follow alone.
  if (subscription === undefined && !isFollowed) return SILENT
  return { isShown, isHeard }
}
