import { readableChannel, type ReadableChannel } from '../../access/access-channel.ts'
import { requireAdmin } from '../../access/require-role.ts'
import { act } from '../../events/act.ts'
import type { OuterActor } from '../../events/actor.ts'
import { lockConversation } from '../../tenancy/store/conversation-locks.ts'
import { lockNewest, staleTopicUsers } from '../store/topic-store.ts'
import { setUserTopic } from '../store/user-topic-store.ts'
import { deleteMessages } from './delete-messages.ts'
import { emitUserTopic } from './user-topics.ts'

const BATCH = 100
// Proxies give up on a request after a minute: the client has to repeat it before that.
const TIME_LIMIT_MS = 50_000
const INHERIT = 0

/**
 * Deletes the messages of a topic, newest first, in batches of one transaction each. False when time ran out before the
 * last one.
 * @throws ApiError UNAUTHORIZED_PRINCIPAL, or "Invalid channel ID"
 * @source docs/contract/chat.md, POST /streams/{stream_id}/delete_topic
 */
export async function deleteTopic(
  actor: OuterActor,
  streamId: number,
  topic: string,
): Promise<boolean> {
  const { tools, viewer } = actor
  requireAdmin(viewer)
  const channel = await readableChannel(tools.database, viewer, streamId)
  const deadline = tools.now() + TIME_LIMIT_MS
  let deleted = BATCH
  while (deleted > 0) {
    if (tools.now() >= deadline) return false
    deleted = await deleteBatch(actor, channel, topic)
  }
  await forgetTopic(actor, channel, topic)
  return true
}

async function deleteBatch(
  { tools, viewer }: OuterActor,
  channel: ReadableChannel,
  topic: string,
): Promise<number> {
  const { realmId } = viewer
  const { recipientId } = channel
  return await act(tools, realmId, async (tx) => {
    // The search for the channel's first message must see a message that is being sent.
    await lockConversation(tx, recipientId)
    const newest = await lockNewest(tx, viewer, { recipientId, topic }, BATCH)
    const [last] = newest
    if (last === undefined) return 0
    const ids = newest.map(({ id }) => id)
    await deleteMessages(tx, { realmId, ids, recipientId, channel, userIds: [], topic: last.topic })
    return ids.length
  })
}

/** A user who can read nothing of the topic any more has no policy for it either. */
async function forgetTopic({ tools, viewer }: OuterActor, channel: ReadableChannel, topic: string) {
  const { realmId } = viewer
  const nowMs = tools.now()
  await act(tools, realmId, async (tx) => {
    for (const userId of await staleTopicUsers(tx, realmId, channel, topic)) {
      const place = { realmId, userId, streamId: channel.id, topic }
      if (!(await setUserTopic(tx, place, INHERIT, nowMs))) continue
      const change = { streamId: channel.id, topic, policy: INHERIT, nowMs }
      await emitUserTopic(tx, { realmId, userId }, change)
    }
  })
}
