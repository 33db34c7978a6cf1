/** Users and groups that may do something, when no single named group is set. */
export interface GroupMembers {
  readonly direct_members: readonly number[]
  readonly direct_subgroups: readonly number[]
}

/** A group’s id, or who may do something. @source docs/contract/chat.md, Group-setting value */
export type GroupSettingValue = number | GroupMembers
