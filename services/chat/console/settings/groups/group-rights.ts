import { mayBy, type Group } from '../../state/people/groups.ts'
import { isGuest, may } from '../controls/may.ts'

/** Whether the person administers a group. */
export function mayManage(group: Group): boolean {
  if (group.is_system_group || isGuest()) return false
  return may('can_manage_all_groups') || mayBy(group['can_manage_group'] ?? 0)
}

export function mayAddMembers(group: Group): boolean {
  if (group.is_system_group || isGuest()) return false
  return mayManage(group) || mayBy(group['can_add_members_group'] ?? 0)
}

export function mayRemoveMembers(group: Group): boolean {
  if (group.is_system_group || isGuest()) return false
  return mayManage(group) || mayBy(group['can_remove_members_group'] ?? 0)
}

export function mayJoin(group: Group): boolean {
  return (
    !group.is_system_group &&
    !group.deactivated &&
    (mayAddMembers(group) || mayBy(group['can_join_group'] ?? 0))
  )
}

export function mayLeave(group: Group): boolean {
  return !group.is_system_group && (mayRemoveMembers(group) || mayBy(group['can_leave_group'] ?? 0))
}
