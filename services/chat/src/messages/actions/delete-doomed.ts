import { act, type Tools } from '../../events/act.ts'
import { ROLE } from '../../tenancy/roles.ts'
import { channelById } from '../../tenancy/store/channel-store.ts'
import { lockConversation } from '../../tenancy/store/conversation-locks.ts'
import {
  doomedSenders,
  forgetDoom,
  lockDoomed,
  nextDoomed,
  type DoomedConversation,
  type DoomedSender,
} from '../store/doomed-store.ts'
import { deleteMessages } from './delete-messages.ts'

// A transaction of so many is over before anybody notices.
const PER_TRANSACTION = 200
// What is left is for the next run, so that one run never takes the server for itself.
const MAX_TRANSACTIONS = 250
const MAX_SENDERS = 100

/**
 * Deletes the messages of people who were deactivated together with them, and tells whoever could read them. It goes on
 * where an earlier run, or another process, stopped. @source docs/decisions/0330-chat-account-and-organization.md
 */
export async function deleteDoomed(tools: Tools): Promise<void> {
  let left = MAX_TRANSACTIONS
  for (const sender of await doomedSenders(tools.database, MAX_SENDERS)) {
    let next = await nextDoomed(tools.database, sender)
    for (; next !== undefined && left > 0; left -= 1) {
      await deleteSome(tools, sender, next)
      next = await nextDoomed(tools.database, sender)
    }
    if (next !== undefined) return
    await forgetDoom(tools.database, sender)
  }
}

async function deleteSome(
  tools: Tools,
  sender: DoomedSender,
  { recipientId, streamId, userIds }: DoomedConversation,
): Promise<void> {
  const { realmId } = sender
  await act(tools, realmId, async (tx) => {
    // The search for the channel's first message must see a message that is being sent.
    await lockConversation(tx, recipientId)
    const nobody = { realmId, userId: 0, role: ROLE.member, groups: new Set<number>() }
    const channel = streamId === null ? undefined : await channelById(tx, nobody, streamId)
    for (const { topic, ids } of await lockDoomed(tx, sender, recipientId, PER_TRANSACTION)) {
      await deleteMessages(tx, {
        realmId,
        ids,
        recipientId,
        channel,
        userIds: userIds ?? [],
        topic,
      })
    }
  })
}
