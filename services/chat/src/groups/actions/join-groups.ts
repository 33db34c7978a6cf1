import { lockGroup } from '../../access/store/group.ts'
import { withChannelAccess } from '../../channels/actions/emit-access-changes.ts'
import type { ActionTx, ActionTools } from '../../events/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { addToGroup } from '../store/user-group-store.ts'

/** Makes a new user a member of groups; those that cannot have members any more are passed over. */
export async function joinGroups(
  tx: ActionTx,
  tools: ActionTools,
  { realmId, userId }: { readonly realmId: RealmId; readonly userId: number },
  groupIds: readonly number[],
): Promise<void> {
  const users = [userId]
  for (const id of groupIds.toSorted((a, b) => a - b)) {
    const group = await lockGroup(tx, realmId, id)
    if (group === undefined || group.is_system || group.is_deactivated) continue
    await withChannelAccess(tx, tools, { realmId, users }, () =>
      addToGroup(tx, realmId, id, { users }),
    )
    tx.emit(
      { realm: 'everyone' },
      { type: 'user_group', op: 'add_members', group_id: id, user_ids: users },
    )
  }
}
