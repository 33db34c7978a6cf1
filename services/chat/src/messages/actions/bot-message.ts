import type { Tools } from '../../tenancy/act.ts'
import type { Actor } from '../../tenancy/actor.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { channelById } from '../../tenancy/store/channel-store.ts'
import { peopleByIds, systemBotOf, type SystemBot } from '../../tenancy/store/person-store.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import type { MessageTools } from '../message-tools.ts'
import type { Destination } from '../outgoing-message.ts'
import { ensureRecipientOfUsers } from '../store/recipient-store.ts'
import { changeFlags } from './message-flags.ts'
import { sendMessage } from './send-message.ts'

/** Where a message of a bot of the system goes. */
type BotTarget = { readonly streamId: number; readonly topic: string } | { readonly userId: number }

export interface BotMessage {
  readonly to: BotTarget
  readonly content: string
  /** The user whose action the message reports: it may name what they may know, and it counts as read by them. */
  readonly actor: Pick<Actor, 'caller' | 'viewer'>
  /** By default the notification bot. */
  readonly bot?: SystemBot
  /** The message is for that user, who has not read it. */
  readonly isForActor?: true
}

/**
 * Sends a message as a bot of the system. For `tx.afterwards`: the reported action has been committed, so a failure
 * here is logged and undoes nothing.
 */
export async function botMessage(tools: MessageTools, message: BotMessage): Promise<void> {
  try {
    await sendAsBot(tools, message)
  } catch (error) {
    tools.log.error({ err: error }, 'a message of a bot could not be sent')
  }
}

/** Sends a message as a bot of the system; returns its id, undefined when its channel is gone. */
export async function sendAsBot(
  tools: MessageTools,
  { to, content, actor: { caller, viewer }, bot = 'notification-bot', isForActor }: BotMessage,
): Promise<number | undefined> {
  const { realm } = caller
  const botId = await systemBotOf(tools.database, realm.id, bot)
  const destination =
    'userId' in to
      ? await userDestination(tools, realm.id, [botId, to.userId])
      : await channelDestination(tools, viewer, to)
  if (destination === undefined) return undefined
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
  if (isForActor !== true) await changeFlags(tools, caller, { op: 'add', flag: 'read' }, [id])
  return id
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
