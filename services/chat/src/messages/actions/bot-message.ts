import type { Tools } from '../../tenancy/act.ts'
import type { Actor } from '../../tenancy/actor.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { channelById } from '../../tenancy/store/channel-store.ts'
import { notificationBotOf, peopleByIds } from '../../tenancy/store/person-store.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import type { MessageTools } from '../message-tools.ts'
import type { Destination } from '../outgoing-message.ts'
import { ensureRecipientOfUsers } from '../store/recipient-store.ts'
import { changeFlags } from './message-flags.ts'
import { sendMessage } from './send-message.ts'

/** Where a message of the notification bot goes. */
type BotTarget = { readonly streamId: number; readonly topic: string } | { readonly userId: number }

export interface BotMessage {
  readonly to: BotTarget
  readonly content: string
  /** The user whose action the message reports: it may name what they may know, and it counts as read by them. */
  readonly actor: Pick<Actor, 'caller' | 'viewer'>
}

/**
 * Sends a message as the notification bot. For `tx.afterwards`: the reported action has been committed, so a failure
 * here is logged and undoes nothing.
 */
export async function botMessage(
  tools: MessageTools,
  { to, content, actor: { caller, viewer } }: BotMessage,
): Promise<void> {
  const { realm } = caller
  try {
    const botId = await notificationBotOf(tools.database, realm.id)
    const destination =
      'userId' in to
        ? await userDestination(tools, realm.id, [botId, to.userId])
        : await channelDestination(tools, viewer, to)
    if (destination === undefined) return
    const { id } = await sendMessage(tools, {
      realm,
      viewer,
      senderId: botId,
      isBot: true,
      destination,
      content,
      client: 'Internal',
      isReadBySender: true,
    })
    await changeFlags(tools, caller, { op: 'add', flag: 'read' }, [id])
  } catch (error) {
    tools.log.error({ err: error }, 'a message of the notification bot could not be sent')
  }
}

const PLAIN = { isNewTopic: false, mentionManyDefault: 0, followPolicy: 0 } as const

async function userDestination(
  tools: Tools,
  realmId: RealmId,
  users: readonly number[],
): Promise<Destination> {
  const userIds = users.toSorted((a, b) => a - b)
  const { id } = await tools.database.transaction((tx) =>
    ensureRecipientOfUsers(tx, realmId, userIds),
  )
  const people = await peopleByIds(tools.database, realmId, userIds)
  return { ...PLAIN, recipientId: id, topic: '', userIds, people, subscriberCount: userIds.length }
}

/** Undefined when the channel is gone. */
async function channelDestination(
  tools: Tools,
  viewer: Viewer,
  { streamId, topic }: { readonly streamId: number; readonly topic: string },
): Promise<Destination | undefined> {
  const channel = await channelById(tools.database, viewer, streamId)
  if (channel === undefined) return undefined
  return {
    ...PLAIN,
    recipientId: channel.recipientId,
    channel,
    topic: channel.topicsPolicy === 'empty_topic_only' ? '' : topic,
    userIds: [],
    people: [],
    subscriberCount: channel.subscriberCount,
  }
}
