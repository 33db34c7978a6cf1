import type { Viewer } from '../../tenancy/viewer.ts'
import { channelsByIds, subscribersOf } from '../../tenancy/store/channel-store.ts'
import { groupsOf } from '../../tenancy/store/group-store.ts'
import { hasPrivateChannel, knownChannelIds } from '../../access/store/channel-visibility.ts'
import { peopleRoles } from '../../access/store/people-store.ts'
import { channelObjects } from '../store/channel-objects.ts'
import { streamDelete } from './channel-events.ts'
import { legacyPolicies } from '../legacy-policies.ts'
import type { ActionTx, ActionTools } from '../../tenancy/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'

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
  const before = new Map<number, readonly number[]>()
  for (const { id, role } of roles) {
    before.set(id, await knownChannelIds(tx, await viewerNow(tx, { realmId, userId: id, role })))
  }
  await change()
  for (const { id, role } of roles) {
    const viewer = await viewerNow(tx, { realmId, userId: id, role })
    await emitChannelAccess(tx, tools, viewer, before.get(id) ?? [])
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
  knownBefore: readonly number[],
): Promise<void> {
  const { realmId, userId } = viewer
  const known = await knownChannelIds(tx, viewer)
  const gained = known.filter((id) => !knownBefore.includes(id))
  const lost = knownBefore.filter((id) => !known.includes(id))
  const to = { users: [userId] }
  if (gained.length > 0) {
    const legacy = await legacyPolicies(tx, tools, realmId)
    const streams = await channelObjects(tx, realmId, legacy, gained)
    tx.emit(to, { type: 'stream', op: 'create', streams })
    for (const { id, recipientId } of await channelsByIds(tx, viewer, gained)) {
      const users = await subscribersOf(tx, realmId, recipientId)
      if (users.length === 0) continue
      tx.emit(to, { type: 'subscription', op: 'peer_add', user_ids: users, stream_ids: [id] })
    }
  }
  if (lost.length > 0) tx.emit(to, streamDelete(lost))
}
