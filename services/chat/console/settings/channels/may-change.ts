import type { Channel } from '../../state/conversations/channels.ts'
import { subscriptions } from '../../state/conversations/channels.ts'
import { mayBy } from '../../state/people/groups.ts'
import { isAdmin, isGuest, may } from '../controls/may.ts'

export function mayCreateChannels(): boolean {
  return (
    !isGuest() &&
    (may('can_create_public_channel_group') ||
      may('can_create_private_channel_group') ||
      may('can_create_web_public_channel_group'))
  )
}

/** Whether the person administers a channel. */
export function mayAdminister(channel: Channel): boolean {
  return !isGuest() && (isAdmin() || mayBy(channel.can_administer_channel_group))
}

/** Whether the person may read what is in a channel. */
export function mayRead(channel: Channel): boolean {
  return (
    subscriptions.has(channel.stream_id) ||
    channel.is_web_public ||
    (!isGuest() &&
      (!channel.invite_only ||
        mayBy(channel['can_subscribe_group'] ?? 0) ||
        mayBy(channel['can_add_subscribers_group'] ?? 0)))
  )
}

export function mayAddSubscribers(channel: Channel): boolean {
  if (isGuest() || channel.is_archived) return false
  return (
    mayBy(channel['can_add_subscribers_group'] ?? 0) ||
    (mayRead(channel) && (may('can_add_subscribers_group') || mayAdminister(channel)))
  )
}

export function mayRemoveSubscribers(channel: Channel): boolean {
  return mayAdminister(channel) || mayBy(channel['can_remove_subscribers_group'] ?? 0)
}

/** Whether the person may come in by themselves. */
export function maySubscribe(channel: Channel): boolean {
  return !channel.is_archived && mayRead(channel)
}
