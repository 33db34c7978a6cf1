import type { ChannelPropertyNow, StreamDelete } from '../../../wire/channels.ts'
import type { ActionTx, ActionTools } from '../../events/act.ts'
import type { ClientKind } from '../../events/client-kinds.ts'
import type { Audience } from '../../events/notice.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { usersWhoKnow } from '../../tenancy/store/channel-store.ts'
import type { Channel } from '../../tenancy/viewer.ts'
import { legacyPolicies } from '../legacy-policies.ts'
import { channelObjects, subscriptionGroups } from '../store/channel-objects.ts'

/** A channel with who may know of it, before a change. */
export interface Known {
  readonly channel: Channel
  readonly users: ReadonlySet<number>
}

export async function whoKnows(tx: ActionTx, realmId: RealmId, channel: Channel): Promise<Known> {
  return { channel, users: new Set(await usersWhoKnow(tx, realmId, channel)) }
}

/** Which clients get events of a channel: those of archived ones only clients that know archived channels. */
export function clientsOf({ isArchived }: Pick<Channel, 'isArchived'>) {
  return isArchived ? ({ clients: 'knowing_archived_channels' } as const) : {}
}

/** Tells those who may newly know of a channel that it exists. */
export async function emitGained(
  tx: ActionTx,
  tools: ActionTools,
  realmId: RealmId,
  { before, after }: { readonly before: Known | undefined; readonly after: Known },
): Promise<readonly number[]> {
  const gained = [...after.users].filter((id) => before?.users.has(id) !== true)
  if (gained.length === 0) return gained
  const legacy = await legacyPolicies(tx, tools, realmId)
  const streams = await channelObjects(tx, realmId, legacy, [after.channel.id])
  const only = clientsOf(after.channel)
  tx.emit({ users: gained }, { type: 'stream', op: 'create', streams }, only)
  return gained
}

/** Tells those who may no longer know of a channel that it is gone for them. */
export function emitLost(
  tx: ActionTx,
  { before, after }: { readonly before: Known; readonly after: Known },
): void {
  const lost = [...before.users].filter((id) => !after.users.has(id))
  if (lost.length > 0) {
    tx.emit({ users: lost }, streamDelete([after.channel.id]), clientsOf(after.channel))
  }
}

export function streamDelete(ids: readonly number[]): StreamDelete {
  return {
    type: 'stream',
    op: 'delete',
    streams: ids.map((id) => ({ stream_id: id })),
    stream_ids: ids,
  }
}

interface Subscribed {
  readonly known: Known
  readonly added: readonly number[]
  /** For events that do not concern all clients that know the channel. */
  readonly clients?: ClientKind
}

/** Tells new subscribers about their subscription, and all others who know the channel about the subscribers. */
export async function emitSubscribed(
  tx: ActionTx,
  tools: ActionTools,
  realmId: RealmId,
  { known, added, clients }: Subscribed,
): Promise<void> {
  if (added.length === 0) return
  const { channel } = known
  const only = clients === undefined ? clientsOf(channel) : { clients }
  const legacy = await legacyPolicies(tx, tools, realmId)
  const groups = await subscriptionGroups(tx, realmId, legacy, {
    streamId: channel.id,
    users: added,
  })
  for (const { users, subscription } of groups) {
    tx.emit({ users }, { type: 'subscription', op: 'add', subscriptions: [subscription] }, only)
  }
  emitPeers(tx, known, { op: 'peer_add', users: added, without: added, ...only })
}

/** Tells former subscribers, and all others who know the channel, that they are no longer subscribed. */
export function emitUnsubscribed(tx: ActionTx, known: Known, gone: readonly number[]): void {
  const { id, name } = known.channel
  const subscriptions = [{ name, stream_id: id }]
  tx.emit(
    { users: gone },
    { type: 'subscription', op: 'remove', subscriptions },
    clientsOf(known.channel),
  )
  // Someone who leaves together with others and still knows the channel must be told about those others.
  emitPeers(tx, known, { op: 'peer_remove', users: gone, without: gone.length === 1 ? gone : [] })
}

interface Peers {
  readonly op: 'peer_add' | 'peer_remove'
  readonly users: readonly number[]
  /** Those who are told in another way. */
  readonly without: readonly number[]
  readonly clients?: ClientKind
}

export function emitPeers(
  tx: ActionTx,
  { channel, users: all }: Known,
  { op, users, without, clients }: Peers,
): void {
  const told = new Set(without)
  const peers = [...all].filter((id) => !told.has(id))
  if (peers.length === 0 || users.length === 0) return
  tx.emit(
    { users: peers },
    { type: 'subscription', op, user_ids: users, stream_ids: [channel.id] },
    clients === undefined ? clientsOf(channel) : { clients },
  )
}

/** Tells about one property of a channel; whether it is archived only to clients that know archived channels. */
export function emitChannelUpdate(
  tx: ActionTx,
  to: Audience,
  channel: Pick<Channel, 'id' | 'name' | 'isArchived'>,
  property: ChannelPropertyNow,
): void {
  const isOfArchived = channel.isArchived || property.property === 'is_archived'
  tx.emit(
    to,
    { type: 'stream', op: 'update', ...property, stream_id: channel.id, name: channel.name },
    clientsOf({ isArchived: isOfArchived }),
  )
}

/** Everybody who knows a channel, without listing them where that is not needed. */
export async function knowersOf(
  tx: ActionTx,
  realmId: RealmId,
  channel: Channel,
): Promise<Audience> {
  if (channel.isWebPublic) return { realm: 'everyone' }
  if (!channel.inviteOnly) return { subscribers: channel.recipientId, andNonGuests: true }
  return { users: await usersWhoKnow(tx, realmId, channel) }
}
