import type { Person } from '../state/people/people.ts'
import { realm } from '../state/realm/realm.ts'

/** Whether it is to be said that somebody is a guest, which is for the organization to decide. */
export function isMarkedGuest(person: Person | undefined): boolean {
  return person?.is_guest === true && realm.value?.['realm_enable_guest_user_indicator'] !== false
}
