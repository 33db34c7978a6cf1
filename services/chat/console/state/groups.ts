import { signal } from '@preact/signals'

import { ownId, type Part } from './part.ts'
import type { GroupSetting } from './realm.ts'
import { Table } from './table.ts'

export interface Group extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly members: readonly number[]
  readonly direct_subgroup_ids: readonly number[]
  readonly is_system_group: boolean
  readonly deactivated: boolean
  readonly can_mention_group: GroupSetting
}

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

interface Members {
  readonly group_id: number
  readonly user_ids: readonly number[]
}

interface Subgroups {
  readonly group_id: number
  readonly direct_subgroup_ids: readonly number[]
}

export const groupsPart: Part = {
  later: ['realm_user_groups'],
  take: (state) => {
    const all = state['realm_user_groups']
    if (all === undefined) return
    groups.replace((all as readonly Group[]).map((group) => [group.id, group]))
    areGroupsKnown.value = true
  },
  events: {
    'user_group add': ({ group }: { group: Group }) => groups.set(group.id, group),
    'user_group remove': ({ group_id: id }: Members) => groups.delete(id),
    'user_group update': ({ group_id: id, data }: { group_id: number; data: object }) =>
      groups.update(id, (group) => ({ ...group, ...data })),
    'user_group add_members': ({ group_id: id, user_ids: added }: Members) =>
      groups.update(id, (group) => ({ ...group, members: withAll(group.members, added) })),
    'user_group remove_members': ({ group_id: id, user_ids: gone }: Members) =>
      groups.update(id, (group) => ({ ...group, members: without(group.members, gone) })),
    'user_group add_subgroups': ({ group_id: id, direct_subgroup_ids: added }: Subgroups) =>
      groups.update(id, (group) => ({
        ...group,
        direct_subgroup_ids: withAll(group.direct_subgroup_ids, added),
      })),
    'user_group remove_subgroups': ({ group_id: id, direct_subgroup_ids: gone }: Subgroups) =>
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
