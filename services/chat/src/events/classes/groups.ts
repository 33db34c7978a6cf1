import type { GroupSettingName } from '../../access/user-group-rules.ts'
import type { GroupSettingValue } from '../../tenancy/group-setting-value.ts'

/** A user group as the API shows it. @source docs/contract/chat.md, User group object */
export interface GroupObject extends Readonly<Record<GroupSettingName, GroupSettingValue>> {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly creator_id: number | null
  /** UNIX seconds. */
  readonly date_created: number | null
  readonly members: readonly number[]
  readonly direct_subgroup_ids: readonly number[]
  readonly is_system_group: boolean
  readonly deactivated: boolean
}

interface GroupAdd {
  readonly type: 'user_group'
  readonly op: 'add'
  readonly group: GroupObject
}

interface GroupRemove {
  readonly type: 'user_group'
  readonly op: 'remove'
  readonly group_id: number
}

/** What changed in a group. */
export type GroupNow =
  | { readonly name: string }
  | { readonly description: string }
  | { readonly deactivated: boolean }
  | Readonly<Partial<Record<GroupSettingName, GroupSettingValue>>>

interface GroupUpdate {
  readonly type: 'user_group'
  readonly op: 'update'
  readonly group_id: number
  readonly data: GroupNow
}

interface GroupMembersChange {
  readonly type: 'user_group'
  readonly op: 'add_members' | 'remove_members'
  readonly group_id: number
  readonly user_ids: readonly number[]
}

interface GroupSubgroupsChange {
  readonly type: 'user_group'
  readonly op: 'add_subgroups' | 'remove_subgroups'
  readonly group_id: number
  readonly direct_subgroup_ids: readonly number[]
}

/** Events about user groups. */
export type GroupEvent =
  | GroupAdd
  | GroupRemove
  | GroupUpdate
  | GroupMembersChange
  | GroupSubgroupsChange
