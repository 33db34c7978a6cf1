import type { Tools } from '../../events/act.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { legacyPolicies } from '../legacy-policies.ts'
import { channelsJson, type ChannelListing } from '../store/channel-state.ts'

/** Channels by name, as JSON text. @source docs/contract/chat.md, GET /streams */
export async function listChannels(
  tools: Tools,
  viewer: Viewer,
  listing: ChannelListing,
): Promise<string> {
  const legacy = await legacyPolicies(tools.database, tools, viewer.realmId)
  return await channelsJson(tools.database, viewer, legacy, listing)
}
