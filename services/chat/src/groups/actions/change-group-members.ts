import type { Bilingual } from '@oficina/words/bilingual.ts'

import type { GroupEvent } from '../../../wire/groups.ts'
import {
  groupToChange,
  groupWithRight,
  type ChangeableGroup,
  type GroupAccess,
} from '../../access/group-access.ts'
import { groupsByIds, type UserGroup } from '../../access/store/group.ts'
import { memberStates } from '../../access/store/people-store.ts'
import { withChannelAccess } from '../../channels/actions/emit-access-changes.ts'
import { act, type ActionTx } from '../../events/act.ts'
import type { Actor, OuterActor } from '../../events/actor.ts'
import { botMessage } from '../../messages/actions/bot-message.ts'
import type { MessageTools } from '../../messages/message-tools.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { silentMention } from '../../tenancy/silent-mention.ts'
import { peopleByIds } from '../../tenancy/store/person-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { groupClients } from '../group-clients.ts'
import {
  addToGroup,
  directMemberIds,
  memberIds,
  removeFromGroup,
  subgroupIds,
} from '../store/user-group-store.ts'

export interface MemberChange {
  readonly add: readonly number[]
  readonly remove: readonly number[]
  readonly addSubgroups: readonly number[]
  readonly removeSubgroups: readonly number[]
}

/**
 * Changes the members of a group, all of it or nothing.
 * @throws ApiError
 * @source docs/contract/chat.md, POST /user_groups/{user_group_id}/members
 */
export async function changeGroupMembers(
  actor: OuterActor<MessageTools>,
  groupId: number,
  change: MemberChange,
): Promise<void> {
  const { tools, viewer } = actor
  await act(tools, viewer.realmId, async (tx) => {
    const group = await groupToChange(tx, actor, groupId)
    if (change.add.length > 0) await join(tx, actor, group, distinct(change.add))
    if (change.remove.length > 0) await leave(tx, actor, group, distinct(change.remove))
    if (change.addSubgroups.length > 0) {
      await include(tx, actor, group, distinct(change.addSubgroups))
    }
    if (change.removeSubgroups.length > 0) {
      await exclude(tx, actor, group, distinct(change.removeSubgroups))
    }
  })
}

function distinct(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)]
}

function isSelfAlone({ caller }: Actor, users: readonly number[]): boolean {
  return users.length === 1 && users[0] === caller.id
}

async function join(
  tx: ActionTx<MessageTools>,
  actor: Actor,
  locked: ChangeableGroup,
  users: readonly number[],
): Promise<void> {
  const joining = isSelfAlone(actor, users) ? (['can_join_group'] as const) : []
  const group = await groupWithRight(tx, actor, locked, ['can_add_members_group', ...joining])
  const { realmId } = actor.viewer
  await requireActive(tx, realmId, users)
  const members = await directMemberIds(tx, realmId, group.id)
  const already = users.find((id) => members.has(id))
  if (already !== undefined)
    throw refusal(say('User %{already} is already a member of this group', { already }))
  await withChannelAccess(tx, actor.tools, { realmId, users }, () =>
    addToGroup(tx, realmId, group.id, { users }),
  )
  emit(tx, group, { type: 'user_group', op: 'add_members', group_id: group.id, user_ids: users })
  await tellUsers(tx, actor, users, (user) =>
    say('%{user} added you to the group @_*%{name}*.', { user, name: group.name }),
  )
}

async function leave(
  tx: ActionTx<MessageTools>,
  actor: Actor,
  locked: ChangeableGroup,
  users: readonly number[],
): Promise<void> {
  const leaving = isSelfAlone(actor, users) ? (['can_leave_group'] as const) : []
  const group = await groupWithRight(tx, actor, locked, ['can_remove_members_group', ...leaving])
  const { realmId } = actor.viewer
  await requireActive(tx, realmId, users)
  const members = await directMemberIds(tx, realmId, group.id)
  const stranger = users.find((id) => !members.has(id))
  if (stranger !== undefined) {
    throw refusal(say("There is no member '%{stranger}' in this user group", { stranger }))
  }
  await withChannelAccess(tx, actor.tools, { realmId, users }, () =>
    removeFromGroup(tx, realmId, group.id, { users }),
  )
  emit(tx, group, { type: 'user_group', op: 'remove_members', group_id: group.id, user_ids: users })
  await tellUsers(tx, actor, users, (user) =>
    say('%{user} removed you from the group @_*%{name}*.', { user, name: group.name }),
  )
}

/** @throws ApiError "Invalid user ID: {id}" for users who do not exist or are deactivated */
export async function requireActive(
  tx: ActionTx,
  realmId: RealmId,
  users: readonly number[],
): Promise<void> {
  const states = await memberStates(tx, realmId, users)
  const wrong = users.find((id) => states.get(id) !== true)
  if (wrong !== undefined) throw refusal(say('Invalid user ID: %{id}', { id: wrong }))
}

async function include(
  tx: ActionTx,
  actor: Actor,
  locked: ChangeableGroup,
  ids: readonly number[],
): Promise<void> {
  const group = await groupWithRight(tx, actor, locked, ['can_add_members_group'])
  const { realmId } = actor.viewer
  await requireSubgroups(tx, realmId, ids)
  const present = await subgroupIds(tx, realmId, group.id, 'direct')
  const already = ids.find((id) => present.includes(id))
  if (already !== undefined) {
    throw refusal(say('User group %{already} is already a subgroup of this group.', { already }))
  }
  for (const id of ids) {
    const within = await subgroupIds(tx, realmId, id, 'all')
    if (id !== group.id && !within.includes(group.id)) continue
    throw refusal(
      say('User group %{id} is already a subgroup of one of the passed subgroups.', {
        id: group.id,
      }),
    )
  }
  const users = await membersOf(tx, realmId, ids)
  await withChannelAccess(tx, actor.tools, { realmId, users }, () =>
    addToGroup(tx, realmId, group.id, { subgroups: ids }),
  )
  emit(tx, group, {
    type: 'user_group',
    op: 'add_subgroups',
    group_id: group.id,
    direct_subgroup_ids: ids,
  })
}

async function exclude(
  tx: ActionTx,
  actor: Actor,
  locked: ChangeableGroup,
  ids: readonly number[],
): Promise<void> {
  const group = await groupWithRight(tx, actor, locked, [])
  const { realmId } = actor.viewer
  const known = await groupsByIds(tx, realmId, ids)
  requireKnown(known, ids)
  const present = await subgroupIds(tx, realmId, group.id, 'direct')
  const stranger = ids.find((id) => !present.includes(id))
  if (stranger !== undefined) {
    throw refusal(say('User group %{stranger} is not a subgroup of this group.', { stranger }))
  }
  const users = await membersOf(tx, realmId, ids)
  await withChannelAccess(tx, actor.tools, { realmId, users }, () =>
    removeFromGroup(tx, realmId, group.id, { subgroups: ids }),
  )
  emit(tx, group, {
    type: 'user_group',
    op: 'remove_subgroups',
    group_id: group.id,
    direct_subgroup_ids: ids,
  })
}

function requireKnown(known: readonly UserGroup[], ids: readonly number[]): void {
  const found = new Set(known.map(({ id }) => id))
  const wrong = ids.find((id) => !found.has(id))
  if (wrong !== undefined) throw refusal(say('Invalid user group ID: %{id}', { id: wrong }))
}

/** @throws ApiError for groups that do not exist or are deactivated */
export async function requireSubgroups(
  tx: ActionTx,
  realmId: RealmId,
  ids: readonly number[],
): Promise<void> {
  const known = await groupsByIds(tx, realmId, ids)
  requireKnown(known, ids)
  if (known.some((group) => group.is_deactivated)) throw refusal('User group is deactivated.')
}

async function membersOf(
  tx: ActionTx,
  realmId: RealmId,
  groups: readonly number[],
): Promise<readonly number[]> {
  const users: number[] = []
  for (const id of groups) users.push(...(await memberIds(tx, realmId, id, 'all')))
  return distinct(users)
}

function emit(tx: ActionTx, group: GroupAccess, event: GroupEvent): void {
  tx.emit({ realm: 'everyone' }, event, groupClients(group))
}

/** The notification bot tells people, except those who did it themselves. */
async function tellUsers(
  tx: ActionTx<MessageTools>,
  actor: Actor,
  users: readonly number[],
  text: (user: string) => Bilingual,
): Promise<void> {
  const { caller, viewer } = actor
  const people = await peopleByIds(tx, viewer.realmId, users)
  const content = text(silentMention(caller))
  for (const { id, bot_type: botType } of people) {
    if (botType !== null || id === caller.id) continue
    tx.afterwards((outer) => botMessage(outer, { to: { userId: id }, content, actor }))
  }
}
