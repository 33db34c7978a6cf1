import { join, sql, type Sql } from '@oficina/kit/sql.ts'

import { isGuest, type Viewer } from '../../tenancy/viewer.ts'
import { channelsJson, knownChannels, readableChannels } from '../store/channel-state.ts'
import { legacyPolicies } from '../../register/actions/initial-state.ts'
import type { Tools } from '../../tenancy/tools.ts'

/** Which channels a listing takes; each that is set adds some. */
export interface ChannelSources {
  readonly all: boolean
  readonly canAccessContent: boolean
  readonly public: boolean
  readonly webPublic: boolean
  readonly subscribed: boolean
  readonly ownerSubscribed: boolean
}

/** Channels by name, as JSON text. @source docs/contract/chat.md, GET /streams */
export async function listChannels(
  tools: Tools,
  viewer: Viewer,
  sources: ChannelSources,
  { withArchived, withDefault }: { readonly withArchived: boolean; readonly withDefault: boolean },
): Promise<string> {
  const legacy = await legacyPolicies(tools.database, tools, viewer.realmId)
  const chosen = sources.all ? knownChannels(viewer) : anyOf(viewer, sources)
  const condition = withArchived ? chosen : sql`${chosen} and not st.is_archived`
  return await channelsJson(tools.database, viewer, legacy, { condition, withDefault })
}

function anyOf(viewer: Viewer, sources: ChannelSources): Sql {
  const parts: Sql[] = []
  if (sources.canAccessContent) parts.push(readableChannels(viewer))
  if (sources.subscribed) parts.push(sql`coalesce(s.is_active, false)`)
  if (sources.public && !isGuest(viewer)) parts.push(sql`not st.invite_only`)
  if (sources.webPublic) parts.push(sql`(st.is_web_public and not st.is_archived)`)
  if (sources.ownerSubscribed) {
    parts.push(sql`exists (select 1 from user_profile bot join subscription o on o.realm_id = bot.realm_id
      and o.user_id = bot.bot_owner_id and o.recipient_id = st.recipient_id and o.is_active
      where bot.realm_id = st.realm_id and bot.id = ${viewer.userId})`)
  }
  return parts.length === 0 ? sql`false` : sql`(${join(parts, ' or ')})`
}
