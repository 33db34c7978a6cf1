import type { Tx } from '@oficina/kit/database.ts'

import type { Audience } from '../../events/notice.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { subscribersOf } from '../../tenancy/store/channel-store.ts'
import { flagsOfReaders, protectedReaders, type FlagsOfReaders } from '../store/message-readers.ts'
import type { MessageFacts } from '../store/message-row.ts'

/** Users by id, or the subscribers of a conversation. */
type MessageAudience = Exclude<Audience, { readonly realm: unknown }>

type Placed = Pick<MessageFacts, 'id' | 'recipient_id' | 'stream_id' | 'user_ids'>

/** The recipients of a message's events: its participants, or those subscribers of its channel who may read it. */
export async function audienceOf(
  tx: Tx,
  realmId: RealmId,
  message: Placed,
): Promise<MessageAudience> {
  const { id, recipient_id: recipientId, stream_id: streamId } = message
  if (streamId === null) return { users: message.user_ids ?? [] }
  const users = await protectedReaders(tx, realmId, { id, stream_id: streamId })
  return users === undefined ? { subscribers: recipientId } : { users }
}

/** The flags that the recipients of a message's event have on it. */
export async function flagsOfAudience(
  tx: Tx,
  realmId: RealmId,
  messageId: number,
  audience: MessageAudience,
): Promise<FlagsOfReaders> {
  const users =
    'users' in audience ? audience.users : await subscribersOf(tx, realmId, audience.subscribers)
  return await flagsOfReaders(tx, realmId, messageId, users)
}
