import { words } from '../../words/settings.ts'
import type { ChoiceOption } from './choice-setting.tsx'

/** Roles as the wire numbers them: the lower, the more one may. */
export const ROLE = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const

export function roleLabel(role: number): string {
  switch (role) {
    case ROLE.owner:
      return words('owner')
    case ROLE.administrator:
      return words('administrator')
    case ROLE.moderator:
      return words('moderator')
    case ROLE.guest:
      return words('guest')
    default:
      return words('member')
  }
}

/** All roles, the most powerful first; those only that somebody of a role may give. */
export function rolesGivenBy(role: number): readonly ChoiceOption<number>[] {
  return Object.values(ROLE)
    .filter((one) => one !== ROLE.owner || role === ROLE.owner)
    .map((value) => ({ value, label: roleLabel(value) }))
}
