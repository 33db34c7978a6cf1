import { findPrincipals, type Principals } from '../../access/find-principals.ts'
import { botsAmong } from '../../access/store/people-store.ts'
import type { ActionTx } from '../../events/act.ts'
import type { Actor } from '../../events/actor.ts'
import { readOnLeaving } from '../../messages/actions/message-flags.ts'
import { hidePeopleFromGuests } from '../../people/actions/guest-visibility-events.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { channelByName } from '../../tenancy/store/channel-store.ts'
import { lockConversation } from '../../tenancy/store/conversation-locks.ts'
import {
  canAdminister,
  hasMetadataAccess,
  holds,
  isGuest,
  type Channel,
} from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import { unsubscribe } from '../store/subscription-store.ts'
import { emitLost, emitUnsubscribed, whoKnows } from './channel-events.ts'

export interface UnsubscribeResult {
  /** Names of channels, for each user without duplicates. */
  readonly removed: readonly string[]
  readonly not_removed: readonly string[]
}

/**
 * Unsubscribes users from channels.
 * @throws ApiError for unknown channels and users, and "Insufficient permission"
 * @source docs/decisions/0311-chat-channels.md, "Subscribing"
 */
export async function unsubscribeUsers(
  tx: ActionTx,
  actor: Actor,
  names: readonly string[],
  principals: Principals,
): Promise<UnsubscribeResult> {
  const users = await findPrincipals(tx, actor, principals)
  const channels = await channelsOf(tx, actor, names)
  if (await isAboutOthers(tx, actor, users)) requireRemoveRight(actor, channels)
  const removed: string[] = []
  const notRemoved: string[] = []
  for (const channel of channels) {
    const gone = new Set(await removeFrom(tx, actor, channel, users))
    for (const id of users) (gone.has(id) ? removed : notRemoved).push(channel.name)
  }
  return { removed, not_removed: notRemoved }
}

async function channelsOf(
  tx: ActionTx,
  { viewer }: Actor,
  names: readonly string[],
): Promise<readonly Channel[]> {
  const stripped = names.map((name) => name.trim())
  const found = new Map<number, Channel>()
  for (const name of stripped) {
    const channel = await channelByName(tx, viewer, name)
    if (channel === undefined) {
      const text = say("Channel '%{name}' does not exist", { name })
      throw new ApiError('STREAM_DOES_NOT_EXIST', text, { stream: name })
    }
    found.set(channel.id, channel)
  }
  return [...found.values()]
}

/** A bot's owner decides for it as for themselves. */
async function isAboutOthers(
  tx: ActionTx,
  { caller, viewer }: Actor,
  users: readonly number[],
): Promise<boolean> {
  const others = users.filter((id) => id !== caller.id)
  if (others.length === 0) return false
  const bots = await botsAmong(tx, viewer.realmId, others)
  return others.some((id) => bots.get(id)?.ownerId !== caller.id)
}

function requireRemoveRight({ viewer }: Actor, channels: readonly Channel[]): void {
  const areAdministered = channels.every((channel) => canAdminister(viewer, channel))
  const areAllowed =
    !isGuest(viewer) &&
    channels.every(
      (channel) =>
        hasMetadataAccess(viewer, channel) &&
        holds(viewer, channel, 'can_remove_subscribers_group'),
    )
  if (!areAdministered && !areAllowed) throw refusal('Insufficient permission')
}

async function removeFrom(
  tx: ActionTx,
  { tools, viewer: { realmId } }: Pick<Actor, 'tools' | 'viewer'>,
  channel: Channel,
  users: readonly number[],
): Promise<readonly number[]> {
  const { id: streamId, recipientId } = channel
  await lockConversation(tx, recipientId)
  const before = await whoKnows(tx, realmId, channel)
  await readOnLeaving(tx, tools, { realmId, recipientId }, users)
  const gone = await unsubscribe(tx, { realmId, streamId, recipientId }, users)
  if (gone.length === 0) return gone
  const after = await whoKnows(tx, realmId, channel)
  emitUnsubscribed(tx, after, gone)
  tx.notify({ kind: 'unsubscribed', users: gone, recipients: [recipientId] })
  emitLost(tx, { before, after })
  await hidePeopleFromGuests(tx, realmId, recipientId, gone)
  return gone
}
