/** A user's role in the organization, as the API numbers it. @source docs/contract/chat.md, User object */
export const ROLE = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const

export type Role = (typeof ROLE)[keyof typeof ROLE]

export const ROLES: readonly Role[] = Object.values(ROLE)

/** The groups that every organization has; each is inside the next one, except `role:nobody`. */
export const SYSTEM_GROUPS = [
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
  'role:nobody',
] as const

export type SystemGroup = (typeof SYSTEM_GROUPS)[number]

export const SYSTEM_GROUP_DESCRIPTIONS: Readonly<Record<SystemGroup, string>> = {
  'role:owners': 'Owners of this organization',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:moderators': 'Moderators of this organization, including administrators',
  'role:fullmembers': 'Members of this organization, not including new accounts and guests',
  'role:members': 'Members of this organization, not including guests',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:internet': 'Everyone on the Internet',
  'role:nobody': 'Nobody',
}

const GROUP_OF_ROLE: Readonly<Record<Role, SystemGroup>> = {
  [ROLE.owner]: 'role:owners',
  [ROLE.administrator]: 'role:administrators',
  [ROLE.moderator]: 'role:moderators',
  [ROLE.member]: 'role:members',
  [ROLE.guest]: 'role:everyone',
}

/** The system groups that a user of this role is a direct member of. */
export function directSystemGroups({
  role,
  isFullMember,
}: {
  readonly role: Role
  readonly isFullMember: boolean
}): readonly SystemGroup[] {
  const group = GROUP_OF_ROLE[role]
  return role === ROLE.member && isFullMember ? [group, 'role:fullmembers'] : [group]
}
