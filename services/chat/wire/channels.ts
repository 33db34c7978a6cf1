import { GROUP_SETTING } from './groups.ts'
import {
  anyOf,
  BOOLEAN,
  choice,
  described,
  eachWith,
  IDS,
  INTEGER,
  listOf,
  mapOf,
  nullable,
  objectOf,
  oneKeyOf,
  SECONDS,
  TEXT,
  TEXTS,
  type TypeOf,
} from './shape.ts'

const HTML = described(TEXT, 'HTML.')

const PERMISSIONS = {
  can_add_subscribers_group: GROUP_SETTING,
  can_administer_channel_group: GROUP_SETTING,
  can_delete_any_message_group: GROUP_SETTING,
  can_delete_own_message_group: GROUP_SETTING,
  can_move_messages_out_of_channel_group: GROUP_SETTING,
  can_move_messages_within_channel_group: GROUP_SETTING,
  can_remove_subscribers_group: GROUP_SETTING,
  can_resolve_topics_group: GROUP_SETTING,
  can_send_message_group: GROUP_SETTING,
  can_subscribe_group: GROUP_SETTING,
}

/** A channel. @source docs/contract/chat.md, Channel object */
const CHANNEL = objectOf({
  stream_id: INTEGER,
  name: TEXT,
  is_archived: BOOLEAN,
  description: TEXT,
  rendered_description: HTML,
  date_created: SECONDS,
  creator_id: nullable(INTEGER),
  invite_only: BOOLEAN,
  is_web_public: BOOLEAN,
  stream_post_policy: INTEGER,
  is_announcement_only: BOOLEAN,
  message_retention_days: nullable(INTEGER),
  history_public_to_subscribers: BOOLEAN,
  topics_policy: TEXT,
  first_message_id: nullable(INTEGER),
  folder_id: nullable(INTEGER),
  is_recently_active: BOOLEAN,
  stream_weekly_traffic: nullable(INTEGER),
  subscriber_count: INTEGER,
  ...PERMISSIONS,
})
export type ChannelObject = TypeOf<typeof CHANNEL>

export const CHANNELS = listOf(CHANNEL)

const OWN_SETTINGS = {
  audible_notifications: nullable(BOOLEAN),
  color: TEXT,
  desktop_notifications: nullable(BOOLEAN),
  email_notifications: nullable(BOOLEAN),
  in_home_view: BOOLEAN,
  is_muted: BOOLEAN,
  pin_to_top: BOOLEAN,
  push_notifications: nullable(BOOLEAN),
  wildcard_mentions_notify: nullable(BOOLEAN),
}
const SUBSCRIPTION_SETTINGS = objectOf(OWN_SETTINGS)
/** A subscriber's preferences for a channel. */
export type SubscriptionSettings = TypeOf<typeof SUBSCRIPTION_SETTINGS>

const SUBSCRIPTION = objectOf({ ...CHANNEL.required, ...OWN_SETTINGS, subscribers: IDS })
/** A channel with one subscriber's preferences, and all subscribers. */
export type SubscriptionObject = TypeOf<typeof SUBSCRIPTION>

// Which of the two lists is there, a client asks for.
const SUBSCRIBERS = { subscribers: IDS, partial_subscribers: IDS }

const LISTED_SUBSCRIPTION = objectOf({ ...CHANNEL.required, ...OWN_SETTINGS }, SUBSCRIBERS)
export const LISTED_SUBSCRIPTIONS = listOf(LISTED_SUBSCRIPTION)
export type ListedSubscriptions = TypeOf<typeof LISTED_SUBSCRIPTIONS>

/** Channels that somebody is not subscribed to; with their preferences where they once were. */
export const UNSUBSCRIBED = listOf(objectOf(CHANNEL.required, { ...OWN_SETTINGS, ...SUBSCRIBERS }))

export type Unsubscribed = TypeOf<typeof UNSUBSCRIBED>

export const STREAMS_ANSWER = objectOf({
  streams: listOf(
    objectOf(CHANNEL.required, { is_default: described(BOOLEAN, 'Where it was asked for.') }),
  ),
})
export type StreamsAnswer = TypeOf<typeof STREAMS_ANSWER>

export const STREAM_ANSWER = objectOf({ stream: CHANNEL })

const NAMES_BY_USER = described(mapOf(TEXTS), 'Names of channels by the id of a user.')
const ADDED = { subscribed: NAMES_BY_USER, already_subscribed: NAMES_BY_USER }
const GONE = { removed: TEXTS, not_removed: TEXTS }

export const SUBSCRIBED_ANSWER = objectOf(ADDED, {
  unauthorized: TEXTS,
  new_subscription_messages_sent: BOOLEAN,
})
export const UNSUBSCRIBED_ANSWER = objectOf(GONE)
export const SUBSCRIPTIONS_CHANGED_ANSWER = objectOf({ ...ADDED, ...GONE })

const FOLDER = objectOf({
  id: INTEGER,
  name: TEXT,
  description: TEXT,
  rendered_description: HTML,
  order: INTEGER,
  date_created: SECONDS,
  creator_id: nullable(INTEGER),
  is_archived: BOOLEAN,
})
export type FolderObject = TypeOf<typeof FOLDER>

export const FOLDERS = listOf(FOLDER)

const PROPERTIES = [
  objectOf({ property: choice('name'), value: TEXT }),
  objectOf({ property: choice('topics_policy'), value: TEXT }),
  objectOf({ property: choice('description'), value: TEXT, rendered_description: HTML }),
  objectOf({
    property: choice('invite_only'),
    value: BOOLEAN,
    history_public_to_subscribers: BOOLEAN,
    is_web_public: BOOLEAN,
  }),
  objectOf({ property: choice('is_archived', 'is_announcement_only'), value: BOOLEAN }),
  objectOf({ property: choice('stream_post_policy'), value: INTEGER }),
  objectOf({ property: choice('message_retention_days'), value: nullable(INTEGER) }),
  objectOf({ property: choice('folder_id'), value: nullable(INTEGER) }),
  objectOf({ property: choice('first_message_id'), value: nullable(INTEGER) }),
  objectOf({ property: oneKeyOf(PERMISSIONS), value: GROUP_SETTING }),
] as const
/** A property of a channel with its new value. */
export type ChannelPropertyNow = TypeOf<(typeof PROPERTIES)[number]>

const STREAM_DELETE = objectOf({
  type: choice('stream'),
  op: choice('delete'),
  streams: listOf(objectOf({ stream_id: INTEGER })),
  stream_ids: IDS,
})
export type StreamDelete = TypeOf<typeof STREAM_DELETE>

const STREAM_EVENTS = [
  objectOf({ type: choice('stream'), op: choice('create'), streams: CHANNELS }),
  STREAM_DELETE,
  ...eachWith(
    { type: choice('stream'), op: choice('update'), stream_id: INTEGER, name: TEXT },
    PROPERTIES,
  ),
] as const

const OF_SUBSCRIPTION = { type: choice('subscription') }

const SUBSCRIPTION_EVENTS = [
  objectOf({ ...OF_SUBSCRIPTION, op: choice('add'), subscriptions: listOf(SUBSCRIPTION) }),
  objectOf({
    ...OF_SUBSCRIPTION,
    op: choice('remove'),
    subscriptions: listOf(objectOf({ name: TEXT, stream_id: INTEGER })),
  }),
  objectOf({
    ...OF_SUBSCRIPTION,
    op: choice('peer_add', 'peer_remove'),
    user_ids: IDS,
    stream_ids: IDS,
  }),
  objectOf({
    ...OF_SUBSCRIPTION,
    op: choice('update'),
    property: oneKeyOf(OWN_SETTINGS),
    stream_id: INTEGER,
    value: anyOf(BOOLEAN, TEXT),
  }),
] as const

const FOLDER_NOW = anyOf(
  objectOf({ name: TEXT }),
  objectOf({ description: TEXT, rendered_description: HTML }),
  objectOf({ is_archived: BOOLEAN }),
)
/** What changed in a folder. */
export type FolderNow = TypeOf<typeof FOLDER_NOW>

const OF_FOLDER = { type: choice('channel_folder') }

const FOLDER_EVENTS = [
  objectOf({ ...OF_FOLDER, op: choice('add'), channel_folder: FOLDER }),
  objectOf({ ...OF_FOLDER, op: choice('update'), channel_folder_id: INTEGER, data: FOLDER_NOW }),
  objectOf({ ...OF_FOLDER, op: choice('reorder'), order: IDS }),
] as const
export type ChannelFolderEvent = TypeOf<(typeof FOLDER_EVENTS)[number]>

const DEFAULT_EVENTS = [
  objectOf({ type: choice('default_streams'), default_streams: IDS }),
  objectOf({
    type: choice('default_stream_groups'),
    default_stream_groups: listOf(
      objectOf({ id: INTEGER, name: TEXT, description: TEXT, streams: IDS }),
    ),
  }),
] as const

/** Events about channels, subscriptions and folders. */
export const CHANNEL_EVENTS = [
  ...STREAM_EVENTS,
  ...SUBSCRIPTION_EVENTS,
  ...FOLDER_EVENTS,
  ...DEFAULT_EVENTS,
] as const
