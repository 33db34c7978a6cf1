import { signal } from '@preact/signals'

import type { GroupObject } from '../../../wire/groups.ts'
import { ownId, type Part } from '../part.ts'
import type { GroupSetting } from '../realm/realm.ts'
import { Table } from '../table.ts'

export type Group = GroupObject

export const groups = new Table<number, Group>()
/** Groups come after the first paint. */
export const areGroupsKnown = signal(false)

/** Whether somebody is in a group, or in one of its subgroups. */
export function isInGroup(setting: GroupSetting, userId: number = ownId()): boolean {
  if (typeof setting === 'number') return isMember(setting, userId, new Set())
  return (
    setting.direct_members.includes(userId) ||
    setting.direct_subgroups.some((id) => isMember(id, userId, new Set()))
  )
}

/**
 * Whether the person who is signed in may do what a group setting allows. While groups are not known yet the answer is yes:
 * the service decides in the end.
 */
export function mayBy(setting: unknown): boolean {
  if (!areGroupsKnown.value || setting === undefined || setting === null) return true
  // Settings of groups have one of two forms.
  return isInGroup(setting as GroupSetting)
}

function isMember(groupId: number, userId: number, seen: Set<number>): boolean {
  if (seen.has(groupId)) return false
  seen.add(groupId)
  const group = groups.get(groupId)
  if (group === undefined) return false
  return (
    group.members.includes(userId) ||
    group.direct_subgroup_ids.some((id) => isMember(id, userId, seen))
  )
}

export const groupsPart: Part = {
  later: ['realm_user_groups'],
  take: (state) => {
    const all = state.realm_user_groups
    if (all === undefined) return
    groups.replace(all.map((group) => [group.id, group]))
    areGroupsKnown.value = true
  },
  events: {
    'user_group add': ({ group }) => groups.set(group.id, group),
    'user_group remove': ({ group_id: id }) => groups.delete(id),
    'user_group update': ({ group_id: id, data }) =>
      groups.update(id, (group) => ({ ...group, ...data })),
    'user_group add_members': ({ group_id: id, user_ids: added }) =>
      groups.update(id, (group) => ({ ...group, members: withAll(group.members, added) })),
    'user_group remove_members': ({ group_id: id, user_ids: gone }) =>
      groups.update(id, (group) => ({ ...group, members: without(group.members, gone) })),
    'user_group add_subgroups': ({ group_id: id, direct_subgroup_ids: added }) =>
      groups.update(id, (group) => ({
        ...group,
        direct_subgroup_ids: withAll(group.direct_subgroup_ids, added),
      })),
    'user_group remove_subgroups': ({ group_id: id, direct_subgroup_ids: gone }) =>
      groups.update(id, (group) => ({
        ...group,
        direct_subgroup_ids: without(group.direct_subgroup_ids, gone),
      })),
  },
}

function withAll(list: readonly number[], added: readonly number[]): readonly number[] {
  return [...new Set([...list, ...added])]
}

function without(list: readonly number[], gone: readonly number[]): readonly number[] {
  const out = new Set(gone)
  return list.filter((id) => !out.has(id))
}
