import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import { knownChannels } from '../../access/store/channel-visibility.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import type { LegacyPolicies } from '../legacy-policies.ts'
import { channelJson } from './channel-state.ts'

type SubscriberListing = 'none' | 'partial' | 'all'

export interface SubscriptionLists {
  readonly subscriptions: string
  readonly unsubscribed: string
  readonly never_subscribed: string
}

interface SubscriptionListing {
  readonly subscribers: SubscriberListing
  readonly isSubscribedOnly: boolean
  /** Only clients that know archived channels get them. */
  readonly withArchived: boolean
}

/**
 * The channels that a user knows of, as JSON texts: subscribed, left, the others.
 * With `partial`, only bots and at most a hundred subscribers of each channel.
 */
export async function subscriptionLists(
  tx: Tx,
  viewer: Viewer,
  legacy: LegacyPolicies,
  { subscribers, isSubscribedOnly, withArchived }: SubscriptionListing,
): Promise<SubscriptionLists> {
  const people = sql`(select coalesce(json_agg(x.user_id order by x.user_id), '[]')::jsonb from (
      select o.user_id from subscription o where o.realm_id = ${viewer.realmId} and o.recipient_id = st.recipient_id
        and o.is_active and o.is_user_active ${subscribers === 'partial' ? sql`limit 100` : sql``}) x)`
  const listed =
    subscribers === 'none'
      ? sql``
      : sql`|| jsonb_build_object(${subscribers === 'partial' ? 'partial_subscribers' : 'subscribers'}::text, ${people})`
  const own = sql`|| case when s.user_id is null then '{}'::jsonb else ${ownSettings()} end`
  const rows = await tx.query<{ kind: keyof SubscriptionLists; channels: string }>(
    sql`select case when s.is_active then 'subscriptions' when s.user_id is not null then 'unsubscribed'
            else 'never_subscribed' end as kind,
          string_agg((${channelJson(viewer.realmId, legacy)} ${own} ${listed})::text, ',' order by st.name collate "C") as channels
        from stream st left join subscription s on s.realm_id = st.realm_id and s.recipient_id = st.recipient_id
          and s.user_id = ${viewer.userId}
        where st.realm_id = ${viewer.realmId} and ${isSubscribedOnly ? sql`coalesce(s.is_active, false)` : knownChannels(viewer)}
          and ${withArchived ? sql`true` : sql`not st.is_archived`}
        group by 1`,
  )
  const text = (kind: keyof SubscriptionLists) =>
    `[${rows.find((row) => row.kind === kind)?.channels ?? ''}]`
  return {
    subscriptions: text('subscriptions'),
    unsubscribed: text('unsubscribed'),
    never_subscribed: text('never_subscribed'),
  }
}

/** A user's settings for a channel, over `s`. */
export function ownSettings(): Sql {
  return sql`jsonb_build_object('color', s.color, 'is_muted', s.is_muted, 'in_home_view', not s.is_muted,
    'pin_to_top', s.pin_to_top, 'desktop_notifications', s.desktop_notifications,
    'audible_notifications', s.audible_notifications, 'push_notifications', s.push_notifications,
    'email_notifications', s.email_notifications, 'wildcard_mentions_notify', s.wildcard_mentions_notify)`
}
