/** The permissions of a user group, each held by a group. */
export const GROUP_PERMISSIONS = {
  can_add_members_group: { default: 'group_creator', allowEveryone: false },
  can_join_group: { default: 'role:nobody', allowEveryone: false },
  can_leave_group: { default: 'role:everyone', allowEveryone: true },
  can_manage_group: { default: 'group_creator', allowEveryone: false },
  can_mention_group: { default: 'role:everyone', allowEveryone: true },
  can_remove_members_group: { default: 'role:nobody', allowEveryone: false },
} as const
