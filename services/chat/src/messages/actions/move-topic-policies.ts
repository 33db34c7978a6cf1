import type { ActionTx } from '../../events/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Channel } from '../../tenancy/viewer.ts'
import { channelReaders } from '../store/message-readers.ts'
import { setUserTopic, topicPolicies } from '../store/user-topic-store.ts'
import { emitUserTopic } from './user-topics.ts'

interface TopicMove {
  readonly from: Channel
  readonly fromTopic: string
  readonly to: Channel
  readonly toTopic: string
  readonly nowMs: number
}

/** Users who muted or followed a topic keep that when the whole topic is moved. */
export async function moveTopicPolicies(
  tx: ActionTx,
  realmId: RealmId,
  move: TopicMove,
): Promise<void> {
  const { from, fromTopic, to, toTopic, nowMs } = move
  const source = { streamId: from.id, topic: fromTopic }
  const rows = await topicPolicies(tx, realmId, source, { streamId: to.id, topic: toTopic })
  const readers = await channelReaders(
    tx,
    realmId,
    to,
    rows.map(({ userId }) => userId),
  )
  for (const { userId, policy, target } of rows) {
    const viewer = { realmId, userId }
    const old = { realmId, userId, streamId: from.id, topic: fromTopic }
    // A topic that only changes its case keeps its row.
    if (from.id !== to.id || fromTopic.toLowerCase() !== toTopic.toLowerCase()) {
      await setUserTopic(tx, old, 0, nowMs)
      await emitUserTopic(tx, viewer, { streamId: from.id, topic: fromTopic, policy: 0, nowMs })
    }
    // A user who cannot read the new channel is not told about it.
    if (!readers.has(userId)) continue
    // Following takes precedence over muting when two topics become one.
    if (target !== null && target >= policy) continue
    await setUserTopic(tx, { ...old, streamId: to.id, topic: toTopic }, policy, nowMs)
    await emitUserTopic(tx, viewer, { streamId: to.id, topic: toTopic, policy, nowMs })
  }
}
