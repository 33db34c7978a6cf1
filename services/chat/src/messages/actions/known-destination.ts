import type { Tools } from '../../events/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { channelById } from '../../tenancy/store/channel-store.ts'
import { peopleByIds } from '../../tenancy/store/person-store.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import type { Destination } from '../outgoing-message.ts'
import { ensureRecipientOfUsers } from '../store/recipient-store.ts'
import { NO_TOPIC_SETTINGS } from '../topic-settings.ts'

const PLAIN = {
  isNewTopic: false,
  mentionManyDefault: 0,
  topicSettings: NO_TOPIC_SETTINGS,
} as const

/** The conversation of these users, for a message of the server's own: whether they may write to each other is not asked. */
export async function destinationOfUsers(
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

/** A topic, for a message of the server's own; undefined when the channel is gone. */
export async function destinationOfTopic(
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
