import { groupsByIds } from '../../access/store/group.ts'
import { visibleUser } from '../../access/visible-user.ts'
import type { OuterActor } from '../../events/actor.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { groupsOf } from '../../tenancy/store/group-store.ts'
import { directMemberIds, memberIds, subgroupIds } from '../store/user-group-store.ts'

export type GroupScope = 'direct' | 'all'

/** The active users in a group. @throws ApiError "Invalid user group" */
export async function groupMembers(
  actor: OuterActor,
  id: number,
  scope: GroupScope,
): Promise<readonly number[]> {
  await requireGroup(actor, id)
  return await memberIds(actor.tools.database, actor.viewer.realmId, id, scope)
}

/** @throws ApiError "Invalid user group" */
export async function groupSubgroups(
  actor: OuterActor,
  id: number,
  scope: GroupScope,
): Promise<readonly number[]> {
  await requireGroup(actor, id)
  return await subgroupIds(actor.tools.database, actor.viewer.realmId, id, scope)
}

/** @throws ApiError "Invalid user group" or "No such user" */
export async function groupMembership(
  actor: OuterActor,
  { groupId, userId }: { readonly groupId: number; readonly userId: number },
  scope: GroupScope,
): Promise<boolean> {
  const { tools, caller, viewer } = actor
  await requireGroup(actor, groupId)
  await visibleUser(tools, caller, userId)
  return scope === 'direct'
    ? (await directMemberIds(tools.database, viewer.realmId, groupId)).has(userId)
    : (await groupsOf(tools.database, viewer.realmId, userId)).has(groupId)
}

async function requireGroup({ tools, viewer }: OuterActor, id: number): Promise<void> {
  const [group] = await groupsByIds(tools.database, viewer.realmId, [id])
  if (group === undefined) throw refusal('Invalid user group')
}
