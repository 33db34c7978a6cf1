import { ROLE, type Role } from './roles.ts'

/** Who sees a user's real email address. @source docs/contract/chat.md, GET /users/{email} */
export const EMAIL_VISIBILITY = {
  everyone: 1,
  members: 2,
  admins: 3,
  nobody: 4,
  moderators: 5,
} as const

const LEAST_ROLE: Readonly<Record<number, number>> = {
  [EMAIL_VISIBILITY.everyone]: ROLE.guest,
  [EMAIL_VISIBILITY.members]: ROLE.member,
  [EMAIL_VISIBILITY.moderators]: ROLE.moderator,
  [EMAIL_VISIBILITY.admins]: ROLE.administrator,
}

/** The lowest role that sees an address of this visibility; undefined when nobody does. */
export function leastRole(visibility: number): number | undefined {
  return LEAST_ROLE[visibility]
}

/** Whether somebody of this role sees an address of this visibility; lower numbers are higher roles. */
export function isVisibleTo(role: Role, visibility: number): boolean {
  const least = LEAST_ROLE[visibility]
  return least !== undefined && role <= least
}
