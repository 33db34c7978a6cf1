import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { MutedTopic, UserTopicObject } from '../../../wire/personal.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'

interface TopicOfUser {
  readonly realmId: RealmId
  readonly userId: number
  readonly streamId: number
  readonly topic: string
}

type Topic = Pick<TopicOfUser, 'streamId' | 'topic'>

interface TopicPolicy {
  readonly userId: number
  readonly policy: number
  /** The user's policy for the other topic; null: none. */
  readonly target: number | null
}

/** Users' policies for a topic, and for the one that it becomes. */
export async function topicPolicies(
  tx: Tx,
  realmId: RealmId,
  from: Topic,
  to: Topic,
): Promise<readonly TopicPolicy[]> {
  return await tx.query<TopicPolicy>(
    sql`select ut.user_id as "userId", ut.visibility_policy as policy, (select t.visibility_policy from user_topic t
            where t.realm_id = ${realmId} and t.user_id = ut.user_id and t.stream_id = ${to.streamId}
              and lower(t.topic) = lower(${to.topic})) as target
        from user_topic ut where ut.realm_id = ${realmId} and ut.stream_id = ${from.streamId}
          and lower(ut.topic) = lower(${from.topic})`,
  )
}

/** Sets a user's policy for a topic; 0 removes it. Returns whether that changed anything. */
export async function setUserTopic(
  tx: Tx,
  { realmId, userId, streamId, topic }: TopicOfUser,
  policy: number,
  nowMs: number,
): Promise<boolean> {
  if (policy === 0) {
    return (
      (await tx.execute(
        sql`delete from user_topic where realm_id = ${realmId} and user_id = ${userId} and stream_id = ${streamId}
              and lower(topic) = lower(${topic})`,
      )) > 0
    )
  }
  return (
    (await tx.execute(
      sql`insert into user_topic (realm_id, user_id, stream_id, topic, visibility_policy, updated_at)
          values (${realmId}, ${userId}, ${streamId}, ${topic}, ${policy}, ${new Date(nowMs)})
          on conflict (realm_id, user_id, stream_id, lower(topic)) do update
            set visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at
            where user_topic.visibility_policy <> excluded.visibility_policy`,
    )) > 0
  )
}

/** Sets a user's policy for a topic, unless they follow it already. Returns whether that changed anything. */
export async function raiseUserTopic(
  tx: Tx,
  { realmId, userId, streamId, topic }: TopicOfUser,
  policy: number,
  nowMs: number,
): Promise<boolean> {
  return (
    (await tx.execute(
      sql`insert into user_topic (realm_id, user_id, stream_id, topic, visibility_policy, updated_at)
          values (${realmId}, ${userId}, ${streamId}, ${topic}, ${policy}, ${new Date(nowMs)})
          on conflict (realm_id, user_id, stream_id, lower(topic)) do update
            set visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at
            where user_topic.visibility_policy <> excluded.visibility_policy and user_topic.visibility_policy <> 3`,
    )) > 0
  )
}

/** Has those of the users follow a topic who are people, subscribed, want it and have not muted it; gives who did not yet. */
export async function followWhereMentioned(
  tx: Tx,
  realmId: RealmId,
  { streamId, recipientId, topic }: Topic & { readonly recipientId: number },
  { userIds, nowMs }: { readonly userIds: readonly number[]; readonly nowMs: number },
): Promise<readonly number[]> {
  const rows = await tx.query<{ userId: number }>(
    sql`insert into user_topic (realm_id, user_id, stream_id, topic, visibility_policy, updated_at)
        select ${realmId}, u.id, ${streamId}, ${topic}, 3, ${new Date(nowMs)} from user_profile u
        join subscription s on s.realm_id = u.realm_id and s.user_id = u.id and s.recipient_id = ${recipientId} and s.is_active
        where u.realm_id = ${realmId} and u.id = any(${userIds}::bigint[]) and u.bot_type is null
          and coalesce((u.settings->>'automatically_follow_topics_where_mentioned')::boolean, true)
        order by u.id
        on conflict (realm_id, user_id, stream_id, lower(topic)) do update
          set visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at
          where user_topic.visibility_policy = 2
        returning user_id as "userId"`,
  )
  return rows.map(({ userId }) => userId)
}

/** The muted topics of a user as old clients know them: channel name, topic, UNIX seconds. */
export async function mutedTopics(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly MutedTopic[]> {
  const rows = await tx.query<{ name: string; topic: string; at: number }>(
    sql`select st.name, ut.topic, floor(extract(epoch from ut.updated_at))::bigint as at from user_topic ut
        join stream st on st.realm_id = ut.realm_id and st.id = ut.stream_id
        where ut.realm_id = ${realmId} and ut.user_id = ${userId} and ut.visibility_policy = 1
        order by st.name, ut.topic`,
  )
  return rows.map(({ name, topic, at }) => [name, topic, at])
}

export async function userTopicsOf(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly UserTopicObject[]> {
  return await tx.query<UserTopicObject>(
    sql`select stream_id, topic as topic_name, floor(extract(epoch from updated_at))::bigint as last_updated, visibility_policy
        from user_topic where realm_id = ${realmId} and user_id = ${userId} order by stream_id, lower(topic)`,
  )
}
