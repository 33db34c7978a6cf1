import { ownUser } from '../../state/own/own.ts'
import { mayBy } from '../../state/people/groups.ts'
import { realm } from '../../state/realm/realm.ts'

export function isAdmin(): boolean {
  return ownUser.value?.is_admin === true
}

export function isOwner(): boolean {
  return ownUser.value?.is_owner === true
}

export function isGuest(): boolean {
  return ownUser.value?.is_guest === true
}

/** Whether a permission of the organization, such as `can_create_bots_group`, is the person's. */
export function may(permission: string): boolean {
  return mayBy(realm.value?.[`realm_${permission}`])
}

/** A setting of the organization that is on or off. */
export function isRealmOn(name: string): boolean {
  return realm.value?.[`realm_${name}`] === true
}
