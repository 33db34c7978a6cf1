import type { ActionTx } from '../../tenancy/act.ts'
import type { Outgoing } from '../outgoing-message.ts'
import { setUserTopic } from '../store/user-topic-store.ts'
import { emitUserTopic } from './user-topics.ts'

const FOLLOWED = 3
/** The settings by which a user follows topics, from the widest to none. @source docs/contract/chat.md, POST /user_topics */
const ON_SEND = 2
const ON_INITIATION = 3

/** A user who starts a topic, or writes to it, follows it as their settings say; returns the new policy. */
export async function followTopic(
  tx: ActionTx,
  { realm, senderId, isBot, destination, viewer }: Outgoing,
  nowMs: number,
): Promise<number | undefined> {
  const { channel, topic, followPolicy, isNewTopic } = destination
  if (channel === undefined || isBot || !channel.isSubscribed) return undefined
  // Who follows where they take part follows where they write. Destinations without a sender's settings have none.
  const isOnSend = followPolicy > 0 && followPolicy <= ON_SEND
  if (!isOnSend && !(isNewTopic && followPolicy === ON_INITIATION)) return undefined
  const changed = await setUserTopic(
    tx,
    { realmId: realm.id, userId: senderId, streamId: channel.id, topic },
    FOLLOWED,
    nowMs,
  )
  if (!changed) return undefined
  await emitUserTopic(tx, viewer, { streamId: channel.id, topic, policy: FOLLOWED, nowMs })
  return FOLLOWED
}
