import { act, type Tools } from '../../events/act.ts'
import { ROLE } from '../../tenancy/roles.ts'
import { channelById } from '../../tenancy/store/channel-store.ts'
import {
  expiredConversations,
  lockExpired,
  type ExpiredConversation,
} from '../store/retention-store.ts'
import { deleteMessages } from './delete-messages.ts'

// A transaction of so many is over before anybody notices.
const PER_TRANSACTION = 200
// What is left is for the next run, so that one run never takes the server for itself.
const MAX_TRANSACTIONS = 250
const MAX_CONVERSATIONS = 200

/**
 * Forgets messages that are older than their channel or organization keeps them, oldest first, and tells whoever could
 * read them. @source docs/decisions/0334-chat-retention.md
 */
export async function expireMessages(tools: Tools): Promise<void> {
  let left = MAX_TRANSACTIONS
  const now = new Date(tools.now())
  for (const conversation of await expiredConversations(tools.database, now, MAX_CONVERSATIONS)) {
    let count = PER_TRANSACTION
    for (; count === PER_TRANSACTION && left > 0; left -= 1) {
      count = await expireSome(tools, conversation)
    }
    if (left === 0) return
  }
}

/** Returns how many were forgotten. */
async function expireSome(tools: Tools, conversation: ExpiredConversation): Promise<number> {
  const { realmId, recipientId, streamId, userIds } = conversation
  return await act(tools, realmId, async (tx) => {
    const nobody = { realmId, userId: 0, role: ROLE.member, groups: new Set<number>() }
    const channel = streamId === null ? undefined : await channelById(tx, nobody, streamId)
    const topics = await lockExpired(tx, conversation, PER_TRANSACTION)
    for (const { topic, ids } of topics) {
      await deleteMessages(tx, {
        realmId,
        ids,
        recipientId,
        channel,
        userIds: userIds ?? [],
        topic,
      })
    }
    return topics.reduce((sum, { ids }) => sum + ids.length, 0)
  })
}
