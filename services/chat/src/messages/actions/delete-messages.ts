import { emitChannelUpdate, knowersOf } from '../../channels/actions/channel-events.ts'
import { act, type ActionTools, type ActionTx, type Tools } from '../../events/act.ts'
import type { Audience } from '../../events/notice.ts'
import { releaseAttachments } from '../../files/actions/attachment-use.ts'
import { takeBackAllPushes } from '../../push/store/push-notice-store.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { permissionGroup } from '../../tenancy/settings.ts'
import {
  channelById,
  receivedBy,
  usersWhoRead,
  viewerOf,
} from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { isAdmin, holds, type Channel, type Viewer } from '../../tenancy/viewer.ts'
import { replaceFirstMessage } from '../store/first-message-store.ts'
import { starredOutOfSight } from '../store/flag-store.ts'
import { messageFacts, type MessageFacts } from '../store/message-row.ts'
import { removeMessages } from '../store/message-write.ts'
import { invalidMessages } from './fetch-messages.ts'

/** Messages of one conversation to delete. */
interface Doomed {
  readonly realmId: RealmId
  readonly ids: readonly number[]
  readonly recipientId: number
  /** Undefined: direct messages, whose participants are told. */
  readonly channel: Channel | undefined
  readonly userIds: readonly number[]
  readonly topic: string
}

/**
 * Deletes messages and tells everybody who could read them, and those who know the channel about its new first message.
 */
export async function deleteMessages(tx: ActionTx, doomed: Doomed): Promise<void> {
  const { realmId, ids, channel, topic } = doomed
  // Asked before: nobody can read what is deleted.
  const readers = await readersOf(tx, doomed)
  if (channel !== undefined) await emitUnstarred(tx, doomed, channel)
  await releaseAttachments(tx, realmId, ids, () => removeMessages(tx, realmId, ids))
  await takeBackAllPushes(tx, realmId, ids)
  for (const { to, ids: readable } of readers) {
    tx.emit(to, {
      type: 'delete_message',
      message_ids: readable.toSorted((a, b) => a - b),
      ...(channel === undefined
        ? { message_type: 'private' }
        : { message_type: 'stream', stream_id: channel.id, topic }),
    })
  }
  if (channel !== undefined) await noteNewFirst(tx, doomed, channel)
}

/** A user who starred a message that they may no longer read is told only that it is no longer starred. */
async function emitUnstarred(
  tx: ActionTx,
  { realmId, ids }: Doomed,
  channel: Channel,
): Promise<void> {
  for (const { userId, ids: starred } of await starredOutOfSight(tx, realmId, channel, ids)) {
    tx.emit(
      { users: [userId] },
      {
        type: 'update_message_flags',
        op: 'remove',
        operation: 'remove',
        flag: 'starred',
        messages: starred,
        all: false,
      },
    )
  }
}

interface Readers {
  readonly to: Audience
  readonly ids: readonly number[]
}

/** Who could read which of the messages. */
async function readersOf(
  tx: ActionTx,
  { realmId, ids, channel, userIds }: Doomed,
): Promise<readonly Readers[]> {
  if (channel === undefined) return [{ to: { users: userIds }, ids }]
  if (!channel.inviteOnly) return [{ to: await knowersOf(tx, realmId, channel), ids }]
  const readers = await usersWhoRead(tx, realmId, channel)
  if (channel.historyPublicToSubscribers) return [{ to: { users: readers }, ids }]
  const received = await receivedBy(tx, { realmId, recipientId: channel.recipientId }, readers, ids)
  return received.map(({ users, ids: own }) => ({ to: { users }, ids: own }))
}

async function noteNewFirst(
  tx: ActionTx,
  { realmId, ids }: Doomed,
  channel: Channel,
): Promise<void> {
  const first = await replaceFirstMessage(tx, realmId, channel.id, ids)
  if (first === undefined) return
  emitChannelUpdate(tx, await knowersOf(tx, realmId, channel), channel, {
    property: 'first_message_id',
    value: first,
  })
}

export async function deleteMessage(tools: Tools, caller: Caller, id: number): Promise<void> {
  await act(tools, caller.realm.id, async (tx) => {
    const viewer = viewerOf(caller)
    const message = await messageFacts(tx, viewer, id, { isLocked: true })
    if (message === undefined) throw invalidMessages()
    const channel =
      message.stream_id === null ? undefined : await channelById(tx, viewer, message.stream_id)
    await checkDeletion(tx, tools, { caller, viewer, channel }, message)
    await deleteMessages(tx, {
      realmId: viewer.realmId,
      ids: [id],
      recipientId: message.recipient_id,
      channel,
      userIds: message.user_ids ?? [],
      topic: message.topic,
    })
  })
}

interface Deleter {
  readonly caller: Caller
  readonly viewer: Viewer
  /** Undefined: a direct message. */
  readonly channel: Channel | undefined
}

async function checkDeletion(
  tx: ActionTx,
  tools: ActionTools,
  { caller, viewer, channel }: Deleter,
  message: MessageFacts,
): Promise<void> {
  const may = async (name: 'can_delete_any_message_group' | 'can_delete_own_message_group') =>
    viewer.groups.has(await permissionGroup(tx, tools, caller.realm, name)) ||
    (channel !== undefined && holds(viewer, channel, name))
  if (isAdmin(viewer) || (await may('can_delete_any_message_group'))) return
  if (message.sender_id !== caller.id || !(await may('can_delete_own_message_group'))) {
    throw refusal("You don't have permission to delete this message")
  }
  const limit = caller.realm.settings.message_content_delete_limit_seconds
  if (limit !== null && tools.now() - message.sent_at.getTime() > limit * 1000) {
    throw refusal('The time limit for deleting this message has passed')
  }
}
