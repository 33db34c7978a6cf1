import { refuseGuest } from '../../access/require-role.ts'
import { act } from '../../events/act.ts'
import type { OuterActor } from '../../events/actor.ts'
import type { MessageTools } from '../../messages/message-tools.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { defaultChannelIds, lockChannel } from '../../tenancy/store/channel-store.ts'
import { hasContentAccess, hasMetadataAccess, isAdmin, type Viewer } from '../../tenancy/viewer.ts'
import { setChannel } from '../store/channel-write.ts'
import type { ChannelEdit } from './channel-edit.ts'

/** Subscribes new users to a channel from now on. @throws ApiError for a private one, and for all but administrators */
export async function addDefaultChannel(
  actor: OuterActor<MessageTools>,
  id: number,
): Promise<void> {
  const { tools, viewer } = actor
  requireDefaultRight(viewer)
  await act(tools, viewer.realmId, async (tx) => {
    const channel = await lockChannel(tx, viewer, id)
    if (channel === undefined || !hasContentAccess(viewer, channel) || channel.isArchived) {
      throw refusal('Invalid channel ID')
    }
    if (channel.inviteOnly) throw refusal('Private channels cannot be made default.')
    await setDefault({ tx, actor, channel }, { isDefault: true })
  })
}

/** No longer subscribes new users to a channel. @throws ApiError for all but administrators */
export async function removeDefaultChannel(
  actor: OuterActor<MessageTools>,
  id: number,
): Promise<void> {
  const { tools, viewer } = actor
  requireDefaultRight(viewer)
  await act(tools, viewer.realmId, async (tx) => {
    const channel = await lockChannel(tx, viewer, id)
    if (channel === undefined || !hasMetadataAccess(viewer, channel)) {
      throw refusal('Invalid channel ID')
    }
    await setDefault({ tx, actor, channel }, { isDefault: false })
  })
}

function requireDefaultRight(viewer: Viewer): void {
  refuseGuest(viewer)
  if (!isAdmin(viewer)) throw refusal('You do not have permission to change default channels.')
}

/** Adds a locked channel to those that new users are subscribed to, or removes it. */
export async function setDefault(
  { tx, actor, channel }: ChannelEdit,
  { isDefault }: { readonly isDefault: boolean },
): Promise<void> {
  const { viewer } = actor
  if (channel.isDefault === isDefault) return
  await setChannel(tx, viewer.realmId, channel.id, { is_default: isDefault })
  const streams = await defaultChannelIds(tx, viewer.realmId)
  tx.emit({ realm: 'non_guests' }, { type: 'default_streams', default_streams: streams })
}
