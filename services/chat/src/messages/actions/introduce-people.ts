import { ROLE } from '../../tenancy/roles.ts'
import { introductions } from '../../tenancy/store/known-people.ts'
import { personObject } from '../../people/store/people-state.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import type { ActionTx } from '../../tenancy/tools.ts'

/**
 * Tells guests of the people whom they may know since a new conversation has both.
 * @source docs/decisions/0313-chat-who-hears-what.md
 */
export async function introducePeople(
  tx: ActionTx,
  { id: realmId, host }: Pick<Realm, 'id' | 'host'>,
  recipientId: number,
): Promise<void> {
  for (const { userId, guestIds } of await introductions(tx, realmId, recipientId)) {
    const [guest = 0] = guestIds
    // All guests see the same of another user.
    const viewer = { realmId, userId: guest, role: ROLE.guest, groups: new Set<number>() }
    const person = await personObject(tx, viewer, host, userId)
    tx.emit({ users: guestIds }, { type: 'realm_user', op: 'add', person })
  }
}
