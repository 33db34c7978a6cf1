import type { ActionTx } from '../events/act.ts'
import type { Actor } from '../events/actor.ts'
import { refusal } from '../tenancy/api-error.ts'
import { permissionGroup } from '../tenancy/settings.ts'
import { proven, type Proven } from './proof.ts'
import { lockGroup, type UserGroup } from './store/group.ts'
import type { GroupSettingName } from './user-group-rules.ts'

/** A group that can change at all: not one of the system's own. */
export type ChangeableGroup = Proven<UserGroup, 'no system group'>

/** A group that the actor may change in the requested way. */
export type GroupAccess = Proven<UserGroup, 'change'>

/** A group that somebody wants to change; the system's own groups depend only on roles. @throws ApiError */
export async function groupToChange(
  tx: ActionTx,
  { viewer }: Actor,
  id: number,
): Promise<ChangeableGroup> {
  const group = await lockGroup(tx, viewer.realmId, id)
  if (group === undefined) throw refusal('Invalid user group')
  if (group.is_system) throw insufficient()
  return proven(group, 'no system group')
}

/**
 * The group, if the actor manages it or has one of these permissions on it. @throws ApiError "Insufficient permission"
 */
export async function groupWithRight(
  tx: ActionTx,
  { tools, caller, viewer }: Actor,
  group: ChangeableGroup,
  settings: readonly GroupSettingName[],
): Promise<GroupAccess> {
  const enough = [
    await permissionGroup(tx, tools, caller.realm, 'can_manage_all_groups'),
    group.can_manage_group,
    ...settings.map((name) => group[name]),
  ]
  if (!enough.some((id) => viewer.groups.has(id))) throw insufficient()
  return proven(group, 'change')
}

function insufficient() {
  return refusal('Insufficient permission')
}
