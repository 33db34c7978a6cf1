import { groups } from '../../state/people/groups.ts'
import { realm } from '../../state/realm/realm.ts'

/** What the server says about who may hold a permission. */
export interface PermissionRule {
  readonly require_system_group: boolean
  readonly allow_internet_group: boolean
  readonly allow_nobody_group: boolean
  readonly allow_everyone_group: boolean
  readonly default_group_name: string
}

const ANYBODY: PermissionRule = {
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: true,
  allow_everyone_group: true,
  default_group_name: 'role:nobody',
}

/** Of a permission of the organization, a channel or a group. */
export function ruleOf(of: 'realm' | 'stream' | 'group', name: string): PermissionRule {
  // Its form is the contract's.
  const supported = realm.value?.['server_supported_permission_settings'] as
    | Readonly<Record<string, Readonly<Record<string, PermissionRule>>>>
    | undefined
  return supported?.[of]?.[name] ?? ANYBODY
}

/** Whether a group may hold a permission. */
export function isAllowed(name: string, rule: PermissionRule): boolean {
  if (name === 'role:internet') return rule.allow_internet_group
  if (name === 'role:nobody') return rule.allow_nobody_group
  return name !== 'role:everyone' || rule.allow_everyone_group
}

/** The id of a system group such as `role:nobody`; 0 while groups are not known. */
export function systemGroupId(name: string): number {
  for (const group of groups.values()) {
    if (group.is_system_group && group.name === name) return group.id
  }
  return 0
}

export function nobodyId(): number {
  return systemGroupId('role:nobody')
}
