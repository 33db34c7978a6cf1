import { words } from '../../words/settings.ts'

/** What people call a group: system groups have names of the wire. */
export function groupLabel(name: string): string {
  switch (name) {
    case 'role:internet':
      return words('roleInternet')
    case 'role:everyone':
      return words('roleEveryone')
    case 'role:members':
      return words('roleMembers')
    case 'role:fullmembers':
      return words('roleFullMembers')
    case 'role:moderators':
      return words('roleModerators')
    case 'role:administrators':
      return words('roleAdministrators')
    case 'role:owners':
      return words('roleOwners')
    case 'role:nobody':
      return words('roleNobody')
    default:
      return name
  }
}
