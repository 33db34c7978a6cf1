import type { ActionTx } from '../../events/act.ts'
import { channelById, viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import type { Channel, Viewer } from '../../tenancy/viewer.ts'
import type { Outgoing, PreparedMessage } from '../outgoing-message.ts'
import type { MessageFacts } from '../store/message-row.ts'
import { followWhereMentioned, raiseUserTopic } from '../store/user-topic-store.ts'
import { isMet, topicSettingsOf, type TopicAct, type TopicSettings } from '../topic-settings.ts'
import { emitFollowed, emitUserTopic } from './user-topics.ts'

const UNMUTED = 2
const FOLLOWED = 3

interface Deed {
  readonly viewer: Viewer
  readonly channel: Channel
  readonly topic: string
  readonly settings: TopicSettings
  readonly act: TopicAct
}

/** A user who starts a topic, or writes to it, follows or unmutes it as their settings say; returns the new policy. */
export async function followTopic(
  tx: ActionTx,
  { senderId, isBot, destination, viewer }: Outgoing,
  nowMs: number,
): Promise<number | undefined> {
  const { channel, topic, topicSettings: settings, isNewTopic } = destination
  if (channel === undefined || isBot) return undefined
  const act = isNewTopic ? 'begins' : 'writes'
  const writer = { ...viewer, userId: senderId }
  return await raise(tx, { viewer: writer, channel, topic, settings, act }, nowMs)
}

/** The same for who reacts to a message, votes, or works through its tasks. */
export async function takePart(
  tx: ActionTx,
  caller: Caller,
  { stream_id: streamId, topic }: Pick<MessageFacts, 'stream_id' | 'topic'>,
  nowMs: number,
): Promise<void> {
  const settings = topicSettingsOf(caller)
  const isMeant = isMet(settings.follow, 'takesPart') || isMet(settings.unmute, 'takesPart')
  if (!isMeant || streamId === null || caller.botType !== null) return
  const viewer = viewerOf(caller)
  const channel = await channelById(tx, viewer, streamId)
  if (channel === undefined) return
  await raise(tx, { viewer, channel, topic, settings, act: 'takesPart' }, nowMs)
}

async function raise(tx: ActionTx, deed: Deed, nowMs: number): Promise<number | undefined> {
  const { viewer, channel, topic, settings, act } = deed
  if (!channel.isSubscribed) return undefined
  const isUnmuting = channel.isMuted && isMet(settings.unmute, act)
  const policy = isMet(settings.follow, act) ? FOLLOWED : isUnmuting ? UNMUTED : undefined
  if (policy === undefined) return undefined
  const { realmId, userId } = viewer
  const place = { realmId, userId, streamId: channel.id, topic }
  if (!(await raiseUserTopic(tx, place, policy, nowMs))) return undefined
  await emitUserTopic(tx, viewer, { streamId: channel.id, topic, policy, nowMs })
  return policy
}

/** Subscribers whom a message mentions by name follow its topic, unless they muted it or do not want that. */
export async function followMentioned(
  tx: ActionTx,
  { outgoing, rendered }: PreparedMessage,
  nowMs: number,
): Promise<void> {
  const { realm, destination } = outgoing
  const { channel, topic } = destination
  if (channel === undefined || rendered.mentionedUserIds.length === 0) return
  const place = { streamId: channel.id, recipientId: channel.recipientId, topic }
  const users = await followWhereMentioned(tx, realm.id, place, {
    userIds: rendered.mentionedUserIds,
    nowMs,
  })
  if (users.length > 0) emitFollowed(tx, users, { streamId: channel.id, topic, nowMs })
}
