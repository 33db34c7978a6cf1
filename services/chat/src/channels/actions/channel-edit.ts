import type { Bilingual } from '@oficina/words/bilingual.ts'

import type { ActionTx } from '../../events/act.ts'
import type { Actor } from '../../events/actor.ts'
import { botMessage } from '../../messages/actions/bot-message.ts'
import type { MessageTools } from '../../messages/message-tools.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { channelById, lockChannel } from '../../tenancy/store/channel-store.ts'
import { canAdminister, hasContentAccess, type Channel, type Viewer } from '../../tenancy/viewer.ts'
import { CHANNEL_EVENTS_TOPIC } from '../channel-notices.ts'

/** A change of a channel in progress: its row is locked, and `channel` is as the steps so far have left it. */
export interface ChannelEdit {
  readonly tx: ActionTx<MessageTools>
  readonly actor: Actor
  readonly channel: Channel
}

/**
 * The channel, locked, if the viewer may change it. A viewer who cannot read it is not told that it exists.
 * @throws ApiError
 */
export async function lockAdministered(tx: ActionTx, viewer: Viewer, id: number): Promise<Channel> {
  const channel = await lockChannel(tx, viewer, id)
  if (channel !== undefined && canAdminister(viewer, channel)) return channel
  throw refusal(
    channel !== undefined && hasContentAccess(viewer, channel)
      ? 'You do not have permission to administer this channel.'
      : 'Invalid channel ID',
  )
}

/** The channel as it is after a step. */
export async function reread({ tx, actor, channel }: ChannelEdit): Promise<Channel> {
  const now = await channelById(tx, actor.viewer, channel.id)
  if (now === undefined) throw new Error(`channel ${channel.id} is locked`)
  return now
}

/** Makes the notification bot report a change in the channel itself, after the change was committed. */
export function tell({ tx, actor, channel }: ChannelEdit, content: Bilingual): void {
  const to = { streamId: channel.id, topic: CHANNEL_EVENTS_TOPIC }
  tx.afterwards((tools) => botMessage(tools, { to, content, actor }))
}
