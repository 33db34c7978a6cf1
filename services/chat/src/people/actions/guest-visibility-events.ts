import { ROLE } from '../../tenancy/roles.ts'
import { onlyTies } from '../../tenancy/store/visible-people.ts'
import { peopleObjects } from '../store/people-state.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import type { ActionTx } from '../../tenancy/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'

/**
 * Tells guests of the people whom they may know since they are in a conversation together: all of a new direct one, and
 * of a channel those pairs that have one of the newcomers.
 * @source docs/decisions/0313-chat-who-hears-what.md
 */
export async function revealPeopleToGuests(
  tx: ActionTx,
  { id: realmId, host }: Pick<Realm, 'id' | 'host'>,
  recipientId: number,
  newcomers?: readonly number[],
): Promise<void> {
  const ties = await onlyTies(tx, realmId, recipientId, newcomers)
  if (ties.length === 0) return
  const ids = ties.map(({ userId }) => userId)
  // All guests see the same of another user, and the viewer here is none of them.
  const viewer = { realmId, userId: 0, role: ROLE.guest, groups: new Set<number>() }
  const people = await peopleObjects(tx, viewer, host, ids)
  const byId = new Map(people.map((person) => [person.user_id, person]))
  for (const { userId, guestIds } of ties) {
    const person = byId.get(userId)
    if (person === undefined) throw new Error(`there is no user ${userId}`)
    tx.emit({ users: guestIds }, { type: 'realm_user', op: 'add', person })
  }
}

// What Zulip calls whom one may not know.
const UNKNOWN_USER = 'Unknown user'

/** Tells guests of the people whom they may not know any more since a channel has not both of them. */
export async function hidePeopleFromGuests(
  tx: ActionTx,
  realmId: RealmId,
  recipientId: number,
  gone: readonly number[],
): Promise<void> {
  for (const { userId, guestIds } of await onlyTies(tx, realmId, recipientId, gone)) {
    const person = { user_id: userId, full_name: UNKNOWN_USER }
    tx.emit({ users: guestIds }, { type: 'realm_user', op: 'remove', person })
  }
}
