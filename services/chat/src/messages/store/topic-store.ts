import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { TopicObject } from '../../../wire/messages.ts'
import type { ReadableChannel } from '../../access/access-channel.ts'
import { canReadMessage } from '../../access/store/message-access.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Channel, Viewer } from '../../tenancy/viewer.ts'
import { NO_END } from './id-range.ts'

/**
 * The topics of a channel that the viewer may read, the one with the newest message first, each spelled as in its
 * newest message. The cost grows with the topics, not with their messages: a loose index scan skips from topic to
 * topic.
 */
export async function topicsOf(
  tx: Tx,
  viewer: Viewer,
  channel: ReadableChannel,
): Promise<readonly TopicObject[]> {
  const { realmId } = viewer
  const inChannel = sql`m.realm_id = ${realmId} and m.recipient_id = ${channel.recipientId}`
  return await tx.query<TopicObject>(
    sql`with recursive topic (key) as (
          (select lower(m.topic) from message m where ${inChannel} order by lower(m.topic) limit 1)
          union all
          select (select lower(m.topic) from message m where ${inChannel} and lower(m.topic) > topic.key
            order by lower(m.topic) limit 1)
          from topic where topic.key is not null)
        select newest.topic as name, newest.id as max_id from topic
        cross join lateral (${newestOf(viewer, channel, inChannel)}) newest
        where topic.key is not null order by newest.id desc`,
  )
}

/**
 * The newest message of `topic.key`; where history is not shared, separately for each of the viewer's subscription
 * periods.
 */
function newestOf(viewer: Viewer, channel: Channel, inChannel: Sql): Sql {
  const newest = (within: Sql) =>
    sql`select m.topic, m.id from message m where ${inChannel} and lower(m.topic) = topic.key ${within}
        order by m.id desc limit 1`
  if (channel.historyPublicToSubscribers) return newest(sql``)
  return sql`select found.topic, found.id from subscription s cross join lateral unnest(s.history) as period
    cross join lateral (${newest(sql`and m.id >= coalesce(lower(period), 0) and m.id < coalesce(upper(period), ${NO_END})`)}) found
    where s.realm_id = ${viewer.realmId} and s.user_id = ${viewer.userId} and s.recipient_id = ${channel.recipientId}
    order by found.id desc limit 1`
}

/** Locks the newest messages of a topic that the viewer may read. */
export async function lockNewest(
  tx: Tx,
  viewer: Viewer,
  { recipientId, topic }: { readonly recipientId: number; readonly topic: string },
  limit: number,
): Promise<readonly { readonly id: number; readonly topic: string }[]> {
  return await tx.query(
    sql`select m.id, m.topic from message m where m.realm_id = ${viewer.realmId} and m.recipient_id = ${recipientId}
          and lower(m.topic) = lower(${topic}) and ${canReadMessage(viewer)}
        order by m.id desc limit ${limit} for update of m`,
  )
}

/** Users who have a policy for a topic of which they can read nothing any more. */
export async function staleTopicUsers(
  tx: Tx,
  realmId: RealmId,
  channel: Channel,
  topic: string,
): Promise<readonly number[]> {
  const inTopic = sql`m.realm_id = ${realmId} and m.recipient_id = ${channel.recipientId} and lower(m.topic) = lower(${topic})`
  const isReadable = channel.historyPublicToSubscribers
    ? sql`exists (select 1 from message m where ${inTopic})`
    : sql`exists (select 1 from subscription s cross join lateral unnest(s.history) as period join message m on ${inTopic}
        and m.id >= coalesce(lower(period), 0) and m.id < coalesce(upper(period), ${NO_END})
        where s.realm_id = ${realmId} and s.user_id = ut.user_id and s.recipient_id = ${channel.recipientId})`
  const rows = await tx.query<{ user_id: number }>(
    sql`select ut.user_id from user_topic ut where ut.realm_id = ${realmId} and ut.stream_id = ${channel.id}
          and lower(ut.topic) = lower(${topic}) and not ${isReadable} order by ut.user_id`,
  )
  return rows.map(({ user_id: id }) => id)
}
