import { act } from '../../events/act.ts'
import type { OuterActor } from '../../events/actor.ts'
import type { MessageTools } from '../../messages/message-tools.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { subscribersOf } from '../../tenancy/store/channel-store.ts'
import type { Channel } from '../../tenancy/viewer.ts'
import { CHANNEL_NOTICES } from '../channel-notices.ts'
import { legacyPolicies } from '../legacy-policies.ts'
import { channelObjects } from '../store/channel-objects.ts'
import { forgetRealmChannel, setChannel } from '../store/channel-write.ts'
import { lockAdministered, reread, tell, type ChannelEdit } from './channel-edit.ts'
import {
  emitChannelUpdate,
  emitSubscribed,
  knowersOf,
  streamDelete,
  whoKnows,
} from './channel-events.ts'
import { setDefault } from './default-channels.ts'

/** Archives a channel: nobody can send to it any more. */
export async function archiveChannel(actor: OuterActor<MessageTools>, id: number): Promise<void> {
  const { tools, viewer } = actor
  const { realmId } = viewer
  await act(tools, realmId, async (tx) => {
    const channel = await lockAdministered(tx, viewer, id)
    if (channel.isArchived) throw refusal('Channel is already deactivated')
    const edit = { tx, actor, channel }
    await setChannel(tx, realmId, id, { is_archived: true })
    if (channel.isDefault) await setDefault(edit, { isDefault: false })
    const settings = await forgetRealmChannel(tx, realmId, id)
    if (settings.length > 0) {
      const data = Object.fromEntries(settings.map((name) => [name, -1]))
      tx.emit(
        { realm: 'everyone' },
        { type: 'realm', op: 'update_dict', property: 'default', data },
      )
    }
    const audience = await knowersOf(tx, realmId, channel)
    emitChannelUpdate(tx, audience, channel, { property: 'is_archived', value: true })
    tx.emit(audience, streamDelete([id]), { clients: 'without_archived_channels' })
    tell(edit, CHANNEL_NOTICES.archived(channel.name))
  })
}

/** Brings an archived channel back. @throws ApiError for one that is not archived, or that nobody could see */
export async function unarchiveChannel(edit: ChannelEdit): Promise<Channel> {
  const { tx, actor, channel } = edit
  const { realmId } = actor.viewer
  if (!channel.isArchived) throw refusal('Channel is not currently deactivated')
  if (channel.inviteOnly && channel.subscriberCount === 0) {
    throw refusal('Channel is private and have no subscribers')
  }
  await setChannel(tx, realmId, channel.id, { is_archived: false })
  const now = await reread(edit)
  const audience = await knowersOf(tx, realmId, now)
  emitChannelUpdate(tx, audience, now, { property: 'is_archived', value: false })
  const legacy = await legacyPolicies(tx, actor.tools, realmId)
  const streams = await channelObjects(tx, realmId, legacy, [now.id])
  const clients = 'without_archived_channels'
  tx.emit(audience, { type: 'stream', op: 'create', streams }, { clients })
  // To clients that do not know archived channels the channel is new, so they need its subscribers.
  const known = await whoKnows(tx, realmId, now)
  const added = await subscribersOf(tx, realmId, now.recipientId)
  await emitSubscribed(tx, actor.tools, realmId, { known, added, clients })
  tell(edit, CHANNEL_NOTICES.unarchived(now.name))
  return now
}
