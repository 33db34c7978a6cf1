import type { Tx } from '@oficina/kit/database.ts'
import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { knownChannels, readableChannels } from '../../access/store/channel-visibility.ts'
import { API_CHANNEL_PERMISSIONS } from '../../tenancy/channel-permissions.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { groupSetting } from '../../tenancy/store/group-sql.ts'
import { isGuest, type Viewer } from '../../tenancy/viewer.ts'
import type { LegacyPolicies } from '../legacy-policies.ts'

/** Which channels a listing includes; each that is true adds some. */
interface ChannelSources {
  readonly all?: boolean
  readonly canAccessContent?: boolean
  readonly public?: boolean
  readonly webPublic?: boolean
  readonly subscribed?: boolean
  readonly ownerSubscribed?: boolean
}

export interface ChannelListing {
  readonly sources: ChannelSources
  readonly withArchived: boolean
  readonly withDefault: boolean
}

/** A group setting: the id of a named group, or the members of an unnamed one. */
function groupSettings(realmId: RealmId): Sql {
  const pairs = API_CHANNEL_PERMISSIONS.map(
    (name) => sql`${trusted(`'${name}'`)}, ${groupSetting(realmId, trusted(`st.${name}`))}`,
  )
  return join(pairs, ', ')
}

/** The JSON of a channel over `st`. @source docs/contract/chat.md, Channel object */
export function channelJson(realmId: RealmId, legacy: LegacyPolicies): Sql {
  const policy = sql`case st.can_send_message_group when ${legacy.admins} then 2 when ${legacy.fullMembers} then 3
    when ${legacy.moderators} then 4 else 1 end`
  return sql`jsonb_build_object('stream_id', st.id, 'name', st.name, 'is_archived', st.is_archived, 'description', st.description,
      'rendered_description', st.rendered_description, 'date_created', floor(extract(epoch from st.created_at))::bigint,
      'creator_id', st.creator_id, 'invite_only', st.invite_only, 'is_web_public', st.is_web_public,
      'stream_post_policy', ${policy}, 'is_announcement_only', ${policy} = 2,
      'message_retention_days', st.message_retention_days, 'history_public_to_subscribers', st.history_public_to_subscribers,
      'topics_policy', st.topics_policy, 'first_message_id', st.first_message_id, 'folder_id', st.folder_id,
      'is_recently_active', ${isRecentlyActive(realmId)}, 'stream_weekly_traffic', st.weekly_traffic,
      'subscriber_count', st.subscriber_count, ${groupSettings(realmId)})`
}

function isRecentlyActive(realmId: RealmId): Sql {
  return sql`(st.created_at > now() - interval '180 days' or coalesce((select m.sent_at > now() - interval '180 days' from message m
    where m.realm_id = ${realmId} and m.recipient_id = st.recipient_id order by m.id desc limit 1), false))`
}

/** Channels by name, as JSON text made by the database. */
export async function channelsJson(
  tx: Tx,
  viewer: Viewer,
  legacy: LegacyPolicies,
  { sources, withArchived, withDefault }: ChannelListing,
): Promise<string> {
  const json = withDefault
    ? sql`${channelJson(viewer.realmId, legacy)} || jsonb_build_object('is_default', st.is_default)`
    : channelJson(viewer.realmId, legacy)
  const [row] = await tx.query<{ channels: string }>(
    sql`select coalesce(string_agg((${json})::text, ',' order by st.name collate "C"), '') as channels
        from stream st left join subscription s on s.realm_id = st.realm_id and s.recipient_id = st.recipient_id
          and s.user_id = ${viewer.userId}
        where st.realm_id = ${viewer.realmId} and ${listed(viewer, sources)} and ${withArchived ? sql`true` : sql`not st.is_archived`}`,
  )
  return `[${row?.channels ?? ''}]`
}

/** Over `st`, the channel, and `s`, the viewer's subscription if there is one. */
function listed(viewer: Viewer, sources: ChannelSources): Sql {
  if (sources.all === true) return knownChannels(viewer)
  const parts: Sql[] = []
  if (sources.canAccessContent === true) parts.push(readableChannels(viewer))
  if (sources.subscribed === true) parts.push(sql`coalesce(s.is_active, false)`)
  if (sources.public === true && !isGuest(viewer)) parts.push(sql`not st.invite_only`)
  if (sources.webPublic === true) parts.push(sql`(st.is_web_public and not st.is_archived)`)
  if (sources.ownerSubscribed === true) {
    parts.push(sql`exists (select 1 from user_profile bot join subscription o on o.realm_id = bot.realm_id
      and o.user_id = bot.bot_owner_id and o.recipient_id = st.recipient_id and o.is_active
      where bot.realm_id = ${viewer.realmId} and bot.id = ${viewer.userId})`)
  }
  return parts.length === 0 ? sql`false` : sql`(${join(parts, ' or ')})`
}
