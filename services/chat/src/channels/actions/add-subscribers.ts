import type { ActionTx, ActionTools } from '../../events/act.ts'
import { revealPeopleToGuests } from '../../people/actions/guest-visibility-events.ts'
import { lockConversation } from '../../tenancy/store/conversation-locks.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import type { Channel } from '../../tenancy/viewer.ts'
import { subscribe } from '../store/subscription-store.ts'
import { emitGained, emitSubscribed, whoKnows, type Known } from './channel-events.ts'

interface Joining {
  readonly realm: Pick<Realm, 'id' | 'host'>
  readonly channel: Channel
  readonly userIds: readonly number[]
  /** Null: each user's next unused color. */
  readonly color: string | null
  /** A channel that the same transaction creates: nobody knows of it yet. */
  readonly isNew: boolean
}

/** Subscribes users to a channel and tells everybody concerned; returns who was not subscribed before. */
export async function addSubscribers(
  tx: ActionTx,
  tools: ActionTools,
  { realm, channel, userIds, color, isNew }: Joining,
): Promise<readonly number[]> {
  const { id: realmId } = realm
  const { id: streamId, recipientId } = channel
  await lockConversation(tx, recipientId)
  const before: Known | undefined = isNew ? undefined : await whoKnows(tx, realmId, channel)
  const added = await subscribe(tx, { realmId, streamId, recipientId }, userIds, color)
  if (added.length > 0) {
    tx.notify({ kind: 'subscribed', users: added, recipients: [recipientId] })
    // Sent before any event that names these people.
    await revealPeopleToGuests(tx, realm, recipientId, added)
  }
  const after = await whoKnows(tx, realmId, channel)
  await emitGained(tx, tools, realmId, { before, after })
  await emitSubscribed(tx, tools, realmId, { known: after, added })
  return added
}
