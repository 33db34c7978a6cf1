import { readableChannel } from '../../access/access-channel.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { normalTopic } from '../../tenancy/message-text.ts'
import { apiEmail } from '../../tenancy/person-form.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { userSetting } from '../../tenancy/settings.ts'
import { subscribersOf, viewerOf } from '../../tenancy/store/channel-store.ts'
import { peopleByIds, personById } from '../../tenancy/store/person-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { messageFacts } from '../store/message-row.ts'
import { typingReaders } from '../store/typing-store.ts'
import { invalidMessages } from './fetch-messages.ts'

export type TypingOp = 'start' | 'stop'

// In a larger channel somebody is always typing, and nobody cares.
const MAX_CHANNEL_READERS = 100

/** Tells the other participants of a conversation that the caller is typing, or has stopped. @throws ApiError */
export async function typeToUsers(
  tools: Tools,
  caller: Caller,
  to: readonly number[],
  op: TypingOp,
): Promise<void> {
  requireTelling(caller, 'direct')
  const { realm } = caller
  await act(tools, realm.id, async (tx) => {
    const ids = [...new Set([...to, caller.id])]
    const people = await peopleByIds(tx, realm.id, ids)
    const missing = ids.find((id) => !people.some((person) => person.id === id))
    if (missing !== undefined) throw refusal(say('Invalid user ID %{id}', { id: missing }))
    const users = await typingReaders(tx, realm.id, ids)
    const recipients = people.map((person) => ({
      user_id: person.id,
      email: apiEmail(person, realm.host),
    }))
    const sender = recipients.find(({ user_id: id }) => id === caller.id)
    if (sender === undefined) throw new Error('the caller is one of them')
    tx.emit({ users }, { type: 'typing', op, message_type: 'direct', sender, recipients })
  })
}

/** Tells a channel's subscribers that the caller is typing in a topic, or has stopped. @throws ApiError */
export async function typeToChannel(
  tools: Tools,
  caller: Caller,
  { streamId, topic }: { readonly streamId: number; readonly topic: string },
  op: TypingOp,
): Promise<void> {
  requireTelling(caller, 'channel')
  await act(tools, caller.realm.id, async (tx) => {
    const viewer = viewerOf(caller)
    const channel = await readableChannel(tx, viewer, streamId)
    const users = await channelReaders(tx, viewer.realmId, channel.recipientId)
    if (users.length === 0) return
    tx.emit(
      { users },
      {
        type: 'typing',
        op,
        message_type: 'stream',
        sender: await senderObject(tx, caller),
        stream_id: streamId,
        topic: normalTopic(topic),
      },
    )
  })
}

/** Tells the readers of the caller's own message that it is being edited. @throws ApiError */
export async function typeInMessage(
  tools: Tools,
  caller: Caller,
  messageId: number,
  op: TypingOp,
): Promise<void> {
  await act(tools, caller.realm.id, async (tx) => {
    const viewer = viewerOf(caller)
    const message = await messageFacts(tx, viewer, messageId)
    if (message === undefined) throw invalidMessages()
    if (message.sender_id !== caller.id) {
      throw refusal("You don't have permission to edit this message")
    }
    const { stream_id: streamId, topic } = message
    const userIds = message.user_ids ?? []
    requireTelling(caller, streamId === null ? 'direct' : 'channel')
    const users =
      streamId === null
        ? await typingReaders(tx, viewer.realmId, userIds)
        : await channelReaders(tx, viewer.realmId, message.recipient_id)
    const recipient =
      streamId === null
        ? ({ type: 'direct', user_ids: userIds } as const)
        : ({ type: 'channel', channel_id: streamId, topic } as const)
    const event = { op, sender_id: caller.id, message_id: messageId, recipient }
    tx.emit({ users }, { type: 'typing_edit_message', ...event })
  })
}

function requireTelling(caller: Caller, kind: 'direct' | 'channel'): void {
  const setting =
    kind === 'direct' ? 'send_private_typing_notifications' : 'send_stream_typing_notifications'
  if (userSetting(caller, setting) === true) return
  throw refusal(
    kind === 'direct'
      ? 'User has disabled typing notifications for direct messages'
      : 'User has disabled typing notifications for channel messages',
  )
}

async function channelReaders(
  tx: ActionTx,
  realmId: RealmId,
  recipientId: number,
): Promise<readonly number[]> {
  const subscribers = await subscribersOf(tx, realmId, recipientId)
  return subscribers.length > MAX_CHANNEL_READERS
    ? []
    : await typingReaders(tx, realmId, subscribers)
}

async function senderObject(tx: ActionTx, { realm, id }: Caller) {
  const me = await personById(tx, realm.id, id)
  return { user_id: id, email: apiEmail(me, realm.host) }
}
