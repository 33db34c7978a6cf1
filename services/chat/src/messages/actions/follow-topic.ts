import type { ActionTx } from '../../tenancy/act.ts'
import type { Outgoing } from '../outgoing-message.ts'
import { setUserTopic } from '../store/user-topic-store.ts'
import { emitUserTopic } from './user-topics.ts'

const FOLLOWED = 3
/** @source docs/contract/chat.md, POST /user_topics */
const ON_INITIATION = 3

/** A user who starts a topic follows it, unless their settings say otherwise; returns the new policy. */
export async function followNewTopic(
  tx: ActionTx,
  { realm, senderId, isBot, destination, viewer }: Outgoing,
  nowMs: number,
): Promise<number | undefined> {
  const { channel, topic } = destination
  if (channel === undefined || isBot || !destination.isNewTopic) return undefined
  if (destination.followPolicy !== ON_INITIATION || !channel.isSubscribed) return undefined
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
