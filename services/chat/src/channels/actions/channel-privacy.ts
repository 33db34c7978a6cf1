import type { ChannelPropertyNow } from '../../../wire/channels.ts'
import type { ActionTx, ActionTools } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { requirePermission } from '../../tenancy/settings.ts'
import { silentMention } from '../../tenancy/silent-mention.ts'
import { subscribersOf } from '../../tenancy/store/channel-store.ts'
import { hasContentAccess, type Channel } from '../../tenancy/viewer.ts'
import type { ChannelPrivacy } from '../channel-name.ts'
import { CHANNEL_NOTICES } from '../channel-notices.ts'
import { setChannel } from '../store/channel-write.ts'
import { reread, tell, type ChannelEdit } from './channel-edit.ts'
import {
  emitChannelUpdate,
  emitGained,
  emitLost,
  emitPeers,
  whoKnows,
  type Known,
} from './channel-events.ts'
import { checkPrivacy, requirePrivacyRight } from './channel-rules.ts'

export interface PrivacyChange {
  readonly isPrivate?: boolean | undefined
  readonly isWebPublic?: boolean | undefined
  readonly historyPublicToSubscribers?: boolean | undefined
  readonly isDefault?: boolean | undefined
}

/** A channel's privacy after a change; history follows the privacy when it is not given. */
function proposedPrivacy(channel: Channel, change: PrivacyChange): ChannelPrivacy {
  const { isPrivate, isWebPublic, historyPublicToSubscribers } = change
  const history = isPrivate === undefined ? channel.historyPublicToSubscribers : !isPrivate
  return {
    inviteOnly: isPrivate ?? channel.inviteOnly,
    isWebPublic: isWebPublic ?? channel.isWebPublic,
    historyPublicToSubscribers: historyPublicToSubscribers ?? history,
  }
}

/** Checks who may see a channel from now on, and makes it so. @source docs/contract/chat.md, PATCH /streams/{stream_id} */
export async function changePrivacy(edit: ChannelEdit, change: PrivacyChange): Promise<Channel> {
  const { tx, actor, channel } = edit
  const { settings } = actor.caller.realm
  const proposed = proposedPrivacy(channel, change)
  checkPrivacy(proposed)
  if (proposed.inviteOnly && (change.isDefault ?? channel.isDefault)) {
    throw refusal('A default channel cannot be private.')
  }
  if (!proposed.inviteOnly && settings.moderation_request_channel_id === channel.id) {
    throw refusal('A moderation request channel cannot be public.')
  }
  const { isPrivate, isWebPublic, historyPublicToSubscribers } = change
  if ([isPrivate, isWebPublic, historyPublicToSubscribers].every((one) => one === undefined)) {
    return channel
  }
  await requireRights(edit, change)
  if (isSame(channel, proposed)) return channel
  const { realmId } = actor.viewer
  const before = await whoKnows(tx, realmId, channel)
  await setChannel(tx, realmId, channel.id, {
    invite_only: proposed.inviteOnly,
    is_web_public: proposed.isWebPublic,
    history_public_to_subscribers: proposed.historyPublicToSubscribers,
  })
  const now = await reread(edit)
  await emitAccessChange(tx, actor.tools, realmId, {
    before,
    after: await whoKnows(tx, realmId, now),
    property: {
      property: 'invite_only',
      value: now.inviteOnly,
      history_public_to_subscribers: now.historyPublicToSubscribers,
      is_web_public: now.isWebPublic,
    },
  })
  tell(edit, CHANNEL_NOTICES.privacyChanged(silentMention(actor.caller), channel, now))
  return now
}

async function requireRights({ tx, actor, channel }: ChannelEdit, change: PrivacyChange) {
  const { tools, caller, viewer } = actor
  if (!hasContentAccess(viewer, channel)) throw refusal('Channel content access is required.')
  if (change.isPrivate !== undefined) {
    const name = change.isPrivate
      ? 'can_create_private_channel_group'
      : 'can_create_public_channel_group'
    await requirePermission(tx, tools, { caller, viewer }, name)
  }
  if (change.isWebPublic === true) {
    await requirePrivacyRight(tx, actor, { inviteOnly: false, isWebPublic: true })
  }
}

function isSame(one: ChannelPrivacy, other: ChannelPrivacy): boolean {
  return (
    one.inviteOnly === other.inviteOnly &&
    one.isWebPublic === other.isWebPublic &&
    one.historyPublicToSubscribers === other.historyPublicToSubscribers
  )
}

interface AccessChange {
  readonly before: Known
  readonly after: Known
  readonly property: ChannelPropertyNow
}

/**
 * Tells about a property that also decides who may know of the channel: for some the channel appears, with its
 * subscribers, for others it is gone, and the rest get the new value.
 */
export async function emitAccessChange(
  tx: ActionTx,
  tools: ActionTools,
  realmId: RealmId,
  { before, after, property }: AccessChange,
): Promise<void> {
  const gained = new Set(await emitGained(tx, tools, realmId, { before, after }))
  const { channel } = after
  if (gained.size > 0) {
    const users = await subscribersOf(tx, realmId, channel.recipientId)
    emitPeers(tx, { channel, users: gained }, { op: 'peer_add', users, without: [] })
  }
  const others = [...after.users].filter((id) => !gained.has(id))
  if (others.length > 0) emitChannelUpdate(tx, { users: others }, channel, property)
  emitLost(tx, { before, after })
}
