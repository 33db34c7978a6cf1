import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { channelById, viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { hasContentAccess, type Viewer } from '../../tenancy/viewer.ts'
import { mutedTopics, setUserTopic } from '../store/user-topic-store.ts'

interface TopicChange {
  readonly streamId: number
  readonly topic: string
  readonly policy: number
}

/** Sets the caller's visibility policy of a topic. @source docs/contract/chat.md, POST /user_topics */
export async function changeUserTopic(
  tools: Tools,
  caller: Caller,
  change: TopicChange,
): Promise<void> {
  const nowMs = tools.now()
  await act(tools, caller.realm.id, async (tx) => {
    const viewer = viewerOf(caller)
    const channel = await channelById(tx, viewer, change.streamId)
    const isAllowed =
      channel !== undefined && (change.policy === 0 || hasContentAccess(viewer, channel))
    if (!isAllowed) throw refusal('Invalid channel ID')
    const place = {
      realmId: viewer.realmId,
      userId: caller.id,
      streamId: channel.id,
      topic: change.topic,
    }
    if (!(await setUserTopic(tx, place, change.policy, nowMs))) return
    await emitUserTopic(tx, viewer, { ...change, nowMs })
  })
}

/** Tells the user's clients about a policy; old ones get the list of all muted topics instead. */
export async function emitUserTopic(
  tx: ActionTx,
  { realmId, userId }: Pick<Viewer, 'realmId' | 'userId'>,
  { streamId, topic, policy, nowMs }: TopicChange & { readonly nowMs: number },
): Promise<void> {
  const to = { users: [userId] }
  emitPolicy(tx, [userId], { streamId, topic, policy, nowMs })
  tx.emit(
    to,
    { type: 'muted_topics', muted_topics: await mutedTopics(tx, realmId, userId) },
    { clients: 'without_user_topics' },
  )
}

const FOLLOWED = 3

/** Tells users that they follow a topic now; it was not muted, so that lists of muted ones stay as they are. */
export function emitFollowed(
  tx: ActionTx,
  users: readonly number[],
  place: Omit<TopicChange, 'policy'> & { readonly nowMs: number },
): void {
  emitPolicy(tx, users, { ...place, policy: FOLLOWED })
}

function emitPolicy(
  tx: ActionTx,
  users: readonly number[],
  { streamId, topic, policy, nowMs }: TopicChange & { readonly nowMs: number },
): void {
  tx.emit(
    { users },
    {
      type: 'user_topic',
      stream_id: streamId,
      topic_name: topic,
      last_updated: Math.floor(nowMs / 1000),
      visibility_policy: policy,
    },
  )
}
