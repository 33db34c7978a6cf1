import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import { GROUPS } from '../../../wire/groups.ts'
import { BOOLEAN, IDS, INTEGER, objectOf } from '../../../wire/shape.ts'
import { refuseGuest } from '../../access/require-role.ts'
import { endpoint, type Call } from '../../api/endpoint.ts'
import { boolean, groupSetting, groupSettingChange, ids, text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import type { OuterActor } from '../../events/actor.ts'
import type { ServiceTools } from '../../service-tools.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { changeGroupMembers } from '../actions/change-group-members.ts'
import { groupMembership, groupMembers, groupSubgroups } from '../actions/read-groups.ts'
import { createGroup, deactivateGroup, editGroup } from '../actions/user-groups.ts'
import { userGroups } from '../store/group-objects.ts'

const BY_GROUP = { user_group_id: numberInPath('The group.') }

/** Groups are the business of people who are no guests. */
async function actorOf({ tools, caller }: Call<unknown>): Promise<OuterActor<ServiceTools>> {
  refuseGuest(caller)
  return { tools, caller, viewer: viewerOf(caller) }
}

export const getUserGroups = endpoint({
  method: 'GET',
  path: '/user_groups',
  summary: 'The user groups of the organization',
  parameters: { include_deactivated_groups: defaulted(boolean, false) },
  answer: objectOf({ user_groups: GROUPS }),
  auth: 'human',
  handle: async (call) => {
    const { tools, viewer } = await actorOf(call)
    const which = call.values.include_deactivated_groups ? 'all' : 'active'
    return { user_groups: await userGroups(tools.database, viewer.realmId, which) }
  },
})

const SETTINGS = {
  can_add_members_group: optional(groupSetting),
  can_join_group: optional(groupSetting),
  can_leave_group: optional(groupSetting),
  can_manage_group: optional(groupSetting),
  can_mention_group: optional(groupSetting),
  can_remove_members_group: optional(groupSetting),
}

export const postUserGroup = endpoint({
  method: 'POST',
  path: '/user_groups/create',
  summary: 'Create a user group',
  parameters: {
    name: required(text()),
    description: required(text()),
    members: required(ids),
    subgroups: defaulted(ids, []),
    ...SETTINGS,
  },
  answer: objectOf({ group_id: INTEGER }),
  auth: 'human',
  handle: async (call) => {
    const { name, description, members, subgroups, ...settings } = call.values
    const plan = { name, description, members, subgroups, settings }
    return { group_id: await createGroup(await actorOf(call), plan) }
  },
})

const CHANGES = {
  can_add_members_group: optional(groupSettingChange),
  can_join_group: optional(groupSettingChange),
  can_leave_group: optional(groupSettingChange),
  can_manage_group: optional(groupSettingChange),
  can_mention_group: optional(groupSettingChange),
  can_remove_members_group: optional(groupSettingChange),
}

export const patchUserGroup = endpoint({
  method: 'PATCH',
  path: '/user_groups/:user_group_id',
  summary: 'Change a user group',
  named: BY_GROUP,
  parameters: {
    name: optional(text()),
    description: optional(text()),
    deactivated: optional(boolean),
    ...CHANGES,
  },
  auth: 'human',
  handle: async (call) => {
    const actor = await actorOf(call)
    const { user_group_id: id, ...changes } = call.values
    if (Object.values(changes).every((value) => value === undefined)) {
      throw refusal('No new data supplied')
    }
    const { name, description, deactivated: isDeactivated, ...settings } = changes
    await editGroup(actor, id, { name, description, isDeactivated, settings })
  },
})

export const postGroupMembers = endpoint({
  method: 'POST',
  path: '/user_groups/:user_group_id/members',
  summary: 'Add and remove members and subgroups',
  named: BY_GROUP,
  parameters: {
    add: defaulted(ids, []),
    delete: defaulted(ids, []),
    add_subgroups: defaulted(ids, []),
    delete_subgroups: defaulted(ids, []),
  },
  auth: 'human',
  handle: async (call) => {
    const actor = await actorOf(call)
    const change = {
      add: call.values.add,
      remove: call.values.delete,
      addSubgroups: call.values.add_subgroups,
      removeSubgroups: call.values.delete_subgroups,
    }
    if (Object.values(change).every((list) => list.length === 0)) {
      throw refusal(
        'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
      )
    }
    await changeGroupMembers(actor, call.values.user_group_id, change)
  },
})

export const postSubgroups = endpoint({
  method: 'POST',
  path: '/user_groups/:user_group_id/subgroups',
  summary: 'Add and remove subgroups',
  named: BY_GROUP,
  parameters: { add: defaulted(ids, []), delete: defaulted(ids, []) },
  auth: 'human',
  handle: async (call) => {
    const actor = await actorOf(call)
    const { add: addSubgroups, delete: removeSubgroups } = call.values
    if (addSubgroups.length === 0 && removeSubgroups.length === 0) {
      throw refusal('Nothing to do. Specify at least one of "add" or "delete".')
    }
    const change = { add: [], remove: [], addSubgroups, removeSubgroups }
    await changeGroupMembers(actor, call.values.user_group_id, change)
  },
})

export const getGroupMembers = endpoint({
  method: 'GET',
  path: '/user_groups/:user_group_id/members',
  summary: 'Who is in a group',
  named: BY_GROUP,
  parameters: { direct_member_only: defaulted(boolean, false) },
  answer: objectOf({ members: IDS }),
  auth: 'human',
  handle: async (call) => {
    const id = call.values.user_group_id
    const scope = call.values.direct_member_only ? 'direct' : 'all'
    return { members: await groupMembers(await actorOf(call), id, scope) }
  },
})

export const getGroupMember = endpoint({
  method: 'GET',
  path: '/user_groups/:user_group_id/members/:user_id',
  summary: 'Whether a user is in a group',
  named: { user_group_id: numberInPath('The group.'), user_id: numberInPath('The user.') },
  parameters: { direct_member_only: defaulted(boolean, false) },
  answer: objectOf({ is_user_group_member: BOOLEAN }),
  auth: 'human',
  handle: async (call) => {
    const groupId = call.values.user_group_id
    const userId = call.values.user_id
    const scope = call.values.direct_member_only ? 'direct' : 'all'
    const isMember = await groupMembership(await actorOf(call), { groupId, userId }, scope)
    return { is_user_group_member: isMember }
  },
})

export const getSubgroups = endpoint({
  method: 'GET',
  path: '/user_groups/:user_group_id/subgroups',
  summary: 'The groups inside a group',
  named: BY_GROUP,
  parameters: { direct_subgroup_only: defaulted(boolean, false) },
  answer: objectOf({ subgroups: IDS }),
  auth: 'human',
  handle: async (call) => {
    const id = call.values.user_group_id
    const scope = call.values.direct_subgroup_only ? 'direct' : 'all'
    return { subgroups: await groupSubgroups(await actorOf(call), id, scope) }
  },
})

export const postDeactivateGroup = endpoint({
  method: 'POST',
  path: '/user_groups/:user_group_id/deactivate',
  summary: 'Deactivate a user group that nothing uses',
  named: BY_GROUP,
  parameters: {},
  auth: 'human',
  handle: async (call) => deactivateGroup(await actorOf(call), call.values.user_group_id),
})
