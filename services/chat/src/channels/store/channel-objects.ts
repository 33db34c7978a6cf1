import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type {
  ChannelObject,
  SubscriptionObject,
  SubscriptionSettings,
} from '../../../wire/channels.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { LegacyPolicies } from '../legacy-policies.ts'
import { channelJson } from './channel-state.ts'
import { ownSettings } from './subscription-state.ts'

/** Channels as events show them, by id. */
export async function channelObjects(
  tx: Tx,
  realmId: RealmId,
  legacy: LegacyPolicies,
  ids: readonly number[],
): Promise<readonly ChannelObject[]> {
  const rows = await tx.query<{ channel: ChannelObject }>(
    sql`select ${channelJson(realmId, legacy)} as channel from stream st
        where st.realm_id = ${realmId} and st.id = any(${ids}::bigint[]) order by st.id`,
  )
  return rows.map(({ channel }) => channel)
}

interface SubscriptionGroup {
  readonly users: readonly number[]
  /** The channel with these users' settings for it, and its subscribers. */
  readonly subscription: SubscriptionObject
}

/**
 * The subscriptions of users to a channel, grouped by equal settings: a channel may get ten thousand subscribers at
 * once, and each is told about all of them.
 */
export async function subscriptionGroups(
  tx: Tx,
  realmId: RealmId,
  legacy: LegacyPolicies,
  { streamId, users }: { readonly streamId: number; readonly users: readonly number[] },
): Promise<readonly SubscriptionGroup[]> {
  const [shared] = await tx.query<{
    channel: ChannelObject & Pick<SubscriptionObject, 'subscribers'>
  }>(
    sql`select ${channelJson(realmId, legacy)} || jsonb_build_object('subscribers', (
          select coalesce(jsonb_agg(o.user_id order by o.user_id), '[]') from subscription o
          where o.realm_id = ${realmId} and o.recipient_id = st.recipient_id and o.is_active and o.is_user_active)) as channel
        from stream st where st.realm_id = ${realmId} and st.id = ${streamId}`,
  )
  if (shared === undefined) return []
  const rows = await tx.query<{ users: readonly number[]; own: SubscriptionSettings }>(
    sql`select json_agg(alike.user_id order by alike.user_id) as users, alike.own from (
          select s.user_id, ${ownSettings()} as own from subscription s join stream st
            on st.realm_id = s.realm_id and st.recipient_id = s.recipient_id
          where st.realm_id = ${realmId} and st.id = ${streamId} and s.user_id = any(${users}::bigint[])) alike
        group by alike.own order by min(alike.user_id)`,
  )
  return rows.map((row) => ({
    users: row.users,
    subscription: { ...shared.channel, ...row.own },
  }))
}
