import type { ChangeableAccount } from '../../access/account-access.ts'
import type { Account } from '../../access/store/account.ts'
import { knownChannelIds } from '../../access/store/channel-visibility.ts'
import { emitChannelAccess, viewerNow } from '../../channels/actions/emit-access-changes.ts'
import type { ActionTx, ActionTools } from '../../events/act.ts'
import { endInvitationsBeyond } from '../../invitations/actions/invitation-rights.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { directSystemGroups, type Role } from '../../tenancy/roles.ts'
import { systemGroups } from '../../tenancy/store/group-store.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import { updateAccount } from '../store/account-change.ts'
import { joinSystemGroups } from '../store/account-store.ts'
import { emitVisibilityChanges } from './emit-visibility-changes.ts'

/**
 * Gives an account another role, with its system groups and the channels that it gains or loses. What they may no longer
 * invite others to, nobody becomes by their invitations.
 */
export async function changeRole(
  tx: ActionTx,
  tools: ActionTools,
  realm: Realm,
  { account, role }: { readonly account: ChangeableAccount; readonly role: Role },
): Promise<void> {
  const { id } = account
  const before = await viewerNow(tx, { realmId: realm.id, userId: id, role: account.role })
  const knownBefore = await knownChannelIds(tx, before)
  const isFullMember = hasWaited(tools, realm, account)
  await updateAccount(tx, realm.id, id, { role })
  await joinSystemGroups(tx, realm.id, id, directSystemGroups({ role, isFullMember }))
  await endInvitationsBeyond(tx, realm.id, id, role)
  tx.notify({ kind: 'role', user: id, role })
  tx.emit(
    { realm: 'everyone', about: id },
    { type: 'realm_user', op: 'update', person: { user_id: id, role } },
  )
  // Inactive users are in no list of members.
  if (account.is_active) {
    await emitGroups(tx, realm.id, id, {
      from: directSystemGroups({ role: account.role, isFullMember }),
      to: directSystemGroups({ role, isFullMember }),
    })
  }
  if (!account.is_active) return
  const after = await viewerNow(tx, { realmId: realm.id, userId: id, role })
  await emitVisibilityChanges(tx, tools, realm, { before, after })
  // A guest knows fewer channels than a member.
  await emitChannelAccess(tx, tools, after, knownBefore)
}

const DAY_MS = 86_400_000

function hasWaited(
  { now }: Pick<ActionTools, 'now'>,
  { settings }: Realm,
  { created_at: since }: Account,
): boolean {
  return now() - since.getTime() >= settings.waiting_period_threshold * DAY_MS
}

interface GroupMove {
  readonly from: ReturnType<typeof directSystemGroups>
  readonly to: ReturnType<typeof directSystemGroups>
}

async function emitGroups(
  tx: ActionTx,
  realmId: RealmId,
  userId: number,
  { from, to }: GroupMove,
): Promise<void> {
  const ids = await systemGroups(tx, realmId)
  const tell = (op: 'add_members' | 'remove_members', names: GroupMove['from']) => {
    for (const name of names) {
      const group = ids.get(name) ?? 0
      tx.emit(
        { realm: 'everyone' },
        { type: 'user_group', op, group_id: group, user_ids: [userId] },
      )
    }
  }
  tell(
    'remove_members',
    from.filter((name) => !to.includes(name)),
  )
  tell(
    'add_members',
    to.filter((name) => !from.includes(name)),
  )
}
