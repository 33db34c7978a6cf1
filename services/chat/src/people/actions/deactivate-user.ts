import { accountToChange, ownAccount, type ChangeableAccount } from '../../access/account-access.ts'
import { requireOwner } from '../../access/require-role.ts'
import type { Account } from '../../access/store/account.ts'
import { knowersOf } from '../../channels/actions/channel-events.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import type { FileTools } from '../../files/file-tools.ts'
import { groupClients } from '../../groups/group-clients.ts'
import { namedGroupsWith } from '../../groups/store/user-group-store.ts'
import { endInvitationsBy } from '../../invitations/actions/invitation-rights.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { ROLE } from '../../tenancy/roles.ts'
import { channelsByIds } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import {
  activeCounts,
  botsOwnedBy,
  botWatchers,
  lockMembership,
  resumeSubscriptions,
  suspendSubscriptions,
  updateAccount,
} from '../store/account-change.ts'
import { isLastOwner } from './last-owner.ts'
import { eraseTraces, mailDeactivation, type Erasure } from './leave-traces.ts'

/**
 * Deactivates the caller's own account.
 * @throws ApiError CANNOT_DEACTIVATE_LAST_USER
 * @source docs/contract/chat.md, DELETE /users/me
 */
export async function deactivateSelf(tools: Tools, caller: Caller): Promise<void> {
  const { realm } = caller
  await act(tools, realm.id, async (tx) => {
    await lockMembership(tx, realm.id)
    const account = await ownAccount(tx, caller)
    if ((await activeCounts(tx, realm.id)).users === 1) throw lastOf('user')
    if (await isLastOwner(tx, realm.id, account)) throw lastOf('organization owner')
    await deactivate(tx, realm.id, account)
  })
}

function lastOf(entity: 'user' | 'organization owner'): ApiError {
  return new ApiError(
    'CANNOT_DEACTIVATE_LAST_USER',
    entity === 'user'
      ? 'Cannot deactivate the only user.'
      : 'Cannot deactivate the only organization owner.',
    {
      is_last_owner: entity === 'organization owner',
      entity,
    },
  )
}

export interface DeactivationRequest {
  readonly userId: number
  /** What the caller says the account is: a person's or a bot's. */
  readonly kind: 'person' | 'bot'
  /** Absent: the person is not told. */
  readonly comment?: string | undefined
  readonly erasure?: Erasure | undefined
}

/** Deactivates somebody else's account, or a bot. @throws ApiError */
export async function deactivateUser(
  tools: FileTools,
  caller: Caller,
  { userId, kind, comment, erasure = {} }: DeactivationRequest,
): Promise<void> {
  const { realm } = caller
  await act(tools, realm.id, async (tx) => {
    await lockMembership(tx, realm.id)
    const account = await accountToChange(tx, caller, userId, {
      who: kind === 'bot' ? 'everybody' : 'people',
      state: 'active',
      missing: kind === 'bot' ? 'No such bot' : 'No such user',
    })
    if (kind === 'bot' && account.bot_type === null) throw refusal('No such bot')
    if (account.role === ROLE.owner && account.bot_type === null) {
      requireOwner(caller)
      if (await isLastOwner(tx, realm.id, account)) {
        throw refusal('Cannot deactivate the only organization owner')
      }
    }
    await deactivate(tx, realm.id, account)
    await eraseTraces(tx, caller, account, erasure)
    if (comment !== undefined) await mailDeactivation(tx, tools, caller, { userId, comment })
  })
}

/**
 * Ends an account and the bots that it owns. From the commit on its key is refused, and its event queues are closed.
 */
async function deactivate(
  tx: ActionTx,
  realmId: RealmId,
  account: ChangeableAccount,
): Promise<void> {
  for (const bot of await botsOwnedBy(tx, realmId, account.id)) await end(tx, realmId, bot)
  await endInvitationsBy(tx, realmId, account.id)
  await end(tx, realmId, account)
}

async function end(tx: ActionTx, realmId: RealmId, account: Account): Promise<void> {
  await updateAccount(tx, realmId, account.id, { isActive: false })
  const streams = await suspendSubscriptions(tx, realmId, account.id)
  await emitState(tx, realmId, { ...account, is_active: false })
  await emitPeer(tx, realmId, { account, streams, op: 'peer_remove' })
  await emitGroups(tx, realmId, account.id, 'remove_members')
  tx.notify({ kind: 'gone', user: account.id })
}

/** Reactivates an account with its channels. @throws ApiError */
export async function reactivateUser(tools: Tools, caller: Caller, userId: number): Promise<void> {
  const { realm } = caller
  await act(tools, realm.id, async (tx) => {
    await lockMembership(tx, realm.id)
    const account = await accountToChange(tx, caller, userId)
    if (account.is_active) return
    await updateAccount(tx, realm.id, userId, { isActive: true })
    const streams = await resumeSubscriptions(tx, realm.id, userId)
    await emitState(tx, realm.id, { ...account, is_active: true })
    await emitPeer(tx, realm.id, { account, streams, op: 'peer_add' })
    await emitGroups(tx, realm.id, userId, 'add_members')
  })
}

/** Tells others whether an account is active now. */
async function emitState(
  tx: ActionTx,
  realmId: RealmId,
  { id, is_active: isActive, bot_type: botType, bot_owner_id: ownerId }: Account,
): Promise<void> {
  const state = { user_id: id, is_active: isActive }
  tx.emit({ realm: 'everyone', about: id }, { type: 'realm_user', op: 'update', person: state })
  if (botType === null) return
  const users = await botWatchers(tx, realmId, ownerId)
  tx.emit({ users }, { type: 'realm_bot', op: 'update', bot: state })
}

/** Groups keep inactive users, so that they come back with the account; the lists of members leave them out. */
async function emitGroups(
  tx: ActionTx,
  realmId: RealmId,
  userId: number,
  op: 'add_members' | 'remove_members',
): Promise<void> {
  for (const group of await namedGroupsWith(tx, realmId, userId)) {
    tx.emit(
      { realm: 'everyone' },
      { type: 'user_group', op, group_id: group.id, user_ids: [userId] },
      groupClients(group),
    )
  }
}

interface PeerChange {
  readonly account: Account
  readonly streams: readonly number[]
  readonly op: 'peer_add' | 'peer_remove'
}

async function emitPeer(
  tx: ActionTx,
  realmId: RealmId,
  { account, streams, op }: PeerChange,
): Promise<void> {
  const viewer = { realmId, userId: account.id, role: account.role, groups: new Set<number>() }
  for (const channel of await channelsByIds(tx, viewer, streams)) {
    tx.emit(await knowersOf(tx, realmId, channel), {
      type: 'subscription',
      op,
      user_ids: [account.id],
      stream_ids: [channel.id],
    })
  }
}
