import type { ActionTx } from '../../events/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { ROLE } from '../../tenancy/roles.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import { onlyTies } from '../../tenancy/store/visible-people.ts'
import { peopleObjects } from '../store/people-state.ts'

/**
 * Tells guests about the people that they may see since they share a conversation: all of a new direct one, and in a
 * channel the pairs that include a newcomer.
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
  // All guests see the same of another user, and the viewer here is not one of them.
  const viewer = { realmId, userId: 0, role: ROLE.guest, groups: new Set<number>() }
  const people = await peopleObjects(tx, viewer, host, ids)
  const byId = new Map(people.map((person) => [person.user_id, person]))
  for (const { userId, guestIds } of ties) {
    const person = byId.get(userId)
    if (person === undefined) throw new Error(`there is no user ${userId}`)
    tx.emit({ users: guestIds }, { type: 'realm_user', op: 'add', person })
  }
}

// Zulip's name for a user that one may not see.
const UNKNOWN_USER = 'Unknown user'

/** Tells guests about the people that they may no longer see since they do not share a channel any more. */
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
