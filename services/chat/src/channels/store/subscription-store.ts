import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { countedSubscribers } from '../../tenancy/store/subscriber-count.ts'
import { STREAM_COLORS } from '../stream-colors.ts'

export interface ChannelPlace {
  readonly realmId: RealmId
  readonly streamId: number
  readonly recipientId: number
}

/**
 * Subscribes users who are not subscribed; returns who was not. Earlier messages count as read. The caller holds the
 * conversation's exclusive lock, so that no message is being sent to it meanwhile.
 * @source docs/decisions/0300-chat-store.md
 */
export async function subscribe(
  tx: Tx,
  { realmId, streamId, recipientId }: ChannelPlace,
  userIds: readonly number[],
  color: string | null,
): Promise<readonly number[]> {
  const rows = await tx.query<{ user_id: number }>(
    sql`with next as (select coalesce(max(id), 0) + 1 as id from message where realm_id = ${realmId}),
        made as (insert into subscription (realm_id, user_id, recipient_id, stream_id, history, read, color)
        select ${realmId}, u.id, ${recipientId}, ${streamId}, int8multirange(int8range(next.id, null)),
          int8multirange(int8range(0, next.id)),
          coalesce(${color}::text, free.color, (${STREAM_COLORS}::text[])[1 + ${streamId}::bigint % ${STREAM_COLORS.length}])
        from next, (select distinct unnest(${userIds}::bigint[]) as id) u
        left join lateral (
          select c.color from unnest(${STREAM_COLORS}::text[]) with ordinality c (color, position)
          where not exists (select 1 from subscription o where o.realm_id = ${realmId} and o.user_id = u.id
            and o.stream_id is not null and o.is_active and o.color = c.color)
          order by c.position limit 1) free on true
        on conflict (realm_id, user_id, recipient_id) do update set is_active = true,
          history = subscription.history + excluded.history, read = subscription.read + excluded.read,
          color = coalesce(${color}::text, subscription.color)
          where not subscription.is_active
        returning user_id, stream_id, is_user_active),
        ${countedSubscribers(realmId, sql`made`, '+')}
        select user_id from made`,
  )
  return rows.map(({ user_id: id }) => id).toSorted((a, b) => a - b)
}

/** Ends subscriptions; returns whose. The messages that they received stay theirs and count as read. */
export async function unsubscribe(
  tx: Tx,
  { realmId, recipientId }: ChannelPlace,
  userIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await tx.query<{ user_id: number }>(
    sql`with next as (select coalesce(max(id), 0) + 1 as id from message where realm_id = ${realmId}),
        ended as (update subscription s set is_active = false, history = s.history * int8multirange(int8range(0, next.id)),
          read = s.read + int8multirange(int8range(0, next.id))
        from next where s.realm_id = ${realmId} and s.recipient_id = ${recipientId}
          and s.user_id = any(${userIds}::bigint[]) and s.is_active
        returning s.user_id, s.stream_id, s.is_user_active),
        ${countedSubscribers(realmId, sql`ended`, '-')}
        select user_id from ended`,
  )
  return rows.map(({ user_id: id }) => id).toSorted((a, b) => a - b)
}

// The properties that a user can set for a channel, and their columns.
const COLUMNS = {
  color: trusted('color'),
  is_muted: trusted('is_muted'),
  pin_to_top: trusted('pin_to_top'),
  desktop_notifications: trusted('desktop_notifications'),
  audible_notifications: trusted('audible_notifications'),
  push_notifications: trusted('push_notifications'),
  email_notifications: trusted('email_notifications'),
  wildcard_mentions_notify: trusted('wildcard_mentions_notify'),
} as const

export type SubscriptionProperty = keyof typeof COLUMNS

export function isSubscriptionProperty(name: string): name is SubscriptionProperty {
  return Object.hasOwn(COLUMNS, name)
}

export async function setSubscriptionProperty(
  tx: Tx,
  { realmId, recipientId }: ChannelPlace,
  userId: number,
  {
    property,
    value,
  }: { readonly property: SubscriptionProperty; readonly value: boolean | string },
): Promise<void> {
  await tx.execute(
    sql`update subscription set ${COLUMNS[property]} = ${value}
        where realm_id = ${realmId} and user_id = ${userId} and recipient_id = ${recipientId}`,
  )
}

export async function isSubscribed(
  tx: Tx,
  { realmId, recipientId }: ChannelPlace,
  userId: number,
): Promise<boolean> {
  const rows = await tx.query<{ user_id: number }>(
    sql`select user_id from subscription where realm_id = ${realmId} and user_id = ${userId}
          and recipient_id = ${recipientId} and is_active`,
  )
  return rows.length > 0
}

/** The channels that a user is subscribed to, by id. */
export async function subscribedChannelIds(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly number[]> {
  const rows = await tx.query<{ stream_id: number }>(
    sql`select stream_id from subscription where realm_id = ${realmId} and user_id = ${userId}
          and stream_id is not null and is_active order by stream_id`,
  )
  return rows.map(({ stream_id: id }) => id)
}
