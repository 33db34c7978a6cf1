import { channels, subscriptions } from './channels.ts'
import { mayBy } from './groups.ts'
import { ownUser } from './own.ts'

/** Whether the person may write to a channel. While it is not known, the answer is yes: the service decides in the end. */
export function mayPost(channelId: number): boolean {
  const channel = channels.get(channelId)
  if (channel === undefined) return true
  return !channel.is_archived && mayBy(channel.can_send_message_group)
}

/** Whether the person may change a channel's settings. */
export function mayAdministerChannel(channelId: number): boolean {
  const channel = channels.get(channelId)
  if (channel === undefined) return false
  if (ownUser.value?.is_admin === true) return true
  return mayBy(channel.can_administer_channel_group)
}

/** Whether the person may read what is in a channel, subscribed or not. */
export function mayRead(channelId: number): boolean {
  const channel = channels.get(channelId)
  if (channel === undefined) return false
  return subscriptions.has(channelId) || !channel.invite_only || channel.is_web_public
}
