import type { ChannelObject, ListedSubscriptions, Unsubscribed } from '../../wire/channels.ts'
import { field, fixed, type StateParts } from '../events/state-part.ts'
import { JsonText } from '../tenancy/json-text.ts'
import { defaultChannelIds } from '../tenancy/store/channel-store.ts'
import { isAdmin, isGuest } from '../tenancy/viewer.ts'
import { legacyPolicies } from './legacy-policies.ts'
import { foldersOf } from './store/channel-folder-store.ts'
import { channelsJson } from './store/channel-state.ts'
import { subscriptionLists } from './store/subscription-state.ts'

/** The initial state about channels and their subscribers. */
export const CHANNEL_STATE: StateParts = {
  channel_folders: field('channel_folders', (tx, viewer) =>
    foldersOf(tx, viewer.realmId, isAdmin(viewer) ? 'all' : 'active'),
  ),
  default_stream_groups: fixed({ realm_default_stream_groups: [] }),
  // As for their events: guests may neither know these channels nor that they are default ones.
  default_streams: field('realm_default_streams', async (tx, viewer) =>
    isGuest(viewer) ? [] : await defaultChannelIds(tx, viewer.realmId),
  ),
  stream: async (tx, { viewer, tools, capabilities }) => {
    const legacy = await legacyPolicies(tx, tools, viewer.realmId)
    const listing = {
      sources: { canAccessContent: true },
      withArchived: capabilities['archived_channels'] === true,
      withDefault: false,
    }
    return {
      streams: new JsonText<readonly ChannelObject[]>(
        await channelsJson(tx, viewer, legacy, listing),
      ),
    }
  },
  subscription: async (tx, { viewer, tools, subscribers, capabilities }) => {
    const legacy = await legacyPolicies(tx, tools, viewer.realmId)
    const lists = await subscriptionLists(tx, viewer, legacy, {
      subscribers,
      isSubscribedOnly: false,
      withArchived: capabilities['archived_channels'] === true,
    })
    return {
      subscriptions: new JsonText<ListedSubscriptions>(lists.subscriptions),
      unsubscribed: new JsonText<Unsubscribed>(lists.unsubscribed),
      never_subscribed: new JsonText<Unsubscribed>(lists.never_subscribed),
    }
  },
}
