import { refusal } from '../tenancy/api-error.ts'
import type { GroupSettingName } from './user-group-rules.ts'
import { lockGroup, type UserGroup } from './store/group.ts'
import type { Actor } from '../tenancy/actor.ts'
import { permissionGroup } from '../tenancy/settings.ts'
import type { ActionTx } from '../tenancy/act.ts'

/** A group that somebody wants to change; the system's own groups depend only on roles. @throws ApiError */
export async function groupToChange(
  tx: ActionTx,
  { viewer }: Actor,
  id: number,
): Promise<UserGroup> {
  const group = await lockGroup(tx, viewer.realmId, id)
  if (group === undefined) throw refusal('Invalid user group')
  if (group.is_system) throw insufficient()
  return group
}

/**
 * Whether the actor manages the group, or has one of these permissions on it. @throws ApiError "Insufficient
 * permission"
 */
export async function requireGroupRight(
  tx: ActionTx,
  { tools, caller, viewer }: Actor,
  group: UserGroup,
  settings: readonly GroupSettingName[],
): Promise<void> {
  const enough = [
    await permissionGroup(tx, tools, caller.realm, 'can_manage_all_groups'),
    group.can_manage_group,
    ...settings.map((name) => group[name]),
  ]
  if (!enough.some((id) => viewer.groups.has(id))) throw insufficient()
}

function insufficient() {
  return refusal('Insufficient permission')
}
