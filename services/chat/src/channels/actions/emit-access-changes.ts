import {
  hasPrivateChannel,
  knownChannelIds,
  type KnownChannelIds,
} from '../../access/store/channel-visibility.ts'
import { peopleRoles } from '../../access/store/people-store.ts'
import type { ActionTx, ActionTools } from '../../events/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { channelsByIds, subscribersOf } from '../../tenancy/store/channel-store.ts'
import { groupsOf } from '../../tenancy/store/group-store.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { legacyPolicies, type LegacyPolicies } from '../legacy-policies.ts'
import { channelObjects } from '../store/channel-objects.ts'
import { clientsOf, streamDelete } from './channel-events.ts'

const NONE: KnownChannelIds = { active: [], archived: [] }

interface Affected {
  readonly realmId: RealmId
  readonly users: readonly number[]
}

/** Makes a change of groups, and tells the users who may newly know of private channels, or no longer. */
export async function withChannelAccess(
  tx: ActionTx,
  tools: ActionTools,
  { realmId, users }: Affected,
  change: () => Promise<void>,
): Promise<void> {
  if (!(await hasPrivateChannel(tx, realmId))) {
    await change()
    return
  }
  const roles = await peopleRoles(tx, realmId, users)
  const before = new Map<number, KnownChannelIds>()
  for (const { id, role } of roles) {
    before.set(id, await knownChannelIds(tx, await viewerNow(tx, { realmId, userId: id, role })))
  }
  await change()
  for (const { id, role } of roles) {
    const viewer = await viewerNow(tx, { realmId, userId: id, role })
    await emitChannelAccess(tx, tools, viewer, before.get(id) ?? NONE)
  }
}

/** A user with the groups that they are in at this point of the transaction. */
export async function viewerNow(
  tx: ActionTx,
  user: Pick<Viewer, 'realmId' | 'userId' | 'role'>,
): Promise<Viewer> {
  return { ...user, groups: await groupsOf(tx, user.realmId, user.userId) }
}

/** Tells a user about the channels that they newly know of, and about those that are gone for them. */
export async function emitChannelAccess(
  tx: ActionTx,
  tools: ActionTools,
  viewer: Viewer,
  before: KnownChannelIds,
): Promise<void> {
  const after = await knownChannelIds(tx, viewer)
  const legacy = await legacyPolicies(tx, tools, viewer.realmId)
  for (const which of ['active', 'archived'] as const) {
    const gained = after[which].filter((id) => !before[which].includes(id))
    const lost = before[which].filter((id) => !after[which].includes(id))
    const only = clientsOf({ isArchived: which === 'archived' })
    if (gained.length > 0) await emitGainedChannels(tx, { viewer, legacy, only }, gained)
    if (lost.length > 0) tx.emit({ users: [viewer.userId] }, streamDelete(lost), only)
  }
}

interface Telling {
  readonly viewer: Viewer
  readonly legacy: LegacyPolicies
  readonly only: ReturnType<typeof clientsOf>
}

async function emitGainedChannels(
  tx: ActionTx,
  { viewer, legacy, only }: Telling,
  ids: readonly number[],
): Promise<void> {
  const { realmId, userId } = viewer
  const to = { users: [userId] }
  const streams = await channelObjects(tx, realmId, legacy, ids)
  tx.emit(to, { type: 'stream', op: 'create', streams }, only)
  for (const { id, recipientId } of await channelsByIds(tx, viewer, ids)) {
    const users = await subscribersOf(tx, realmId, recipientId)
    if (users.length === 0) continue
    tx.emit(to, { type: 'subscription', op: 'peer_add', user_ids: users, stream_ids: [id] }, only)
  }
}
