import type { ApiChannelPermission } from '../../tenancy/channel-permissions.ts'
import type { GroupSettingValue } from '../../tenancy/group-setting-value.ts'

/** A channel as events show it. @source docs/contract/chat.md, Channel object */
export interface ChannelObject extends Readonly<Record<ApiChannelPermission, GroupSettingValue>> {
  readonly stream_id: number
  readonly name: string
  readonly is_archived: boolean
  readonly description: string
  readonly rendered_description: string
  /** UNIX seconds. */
  readonly date_created: number
  readonly creator_id: number | null
  readonly invite_only: boolean
  readonly is_web_public: boolean
  readonly stream_post_policy: number
  readonly is_announcement_only: boolean
  readonly message_retention_days: number | null
  readonly history_public_to_subscribers: boolean
  readonly topics_policy: string
  readonly first_message_id: number | null
  readonly folder_id: number | null
  readonly is_recently_active: boolean
  readonly stream_weekly_traffic: number | null
  readonly subscriber_count: number
}

/** A subscriber's preferences for a channel. */
export interface SubscriptionSettings {
  readonly audible_notifications: boolean | null
  readonly color: string
  readonly desktop_notifications: boolean | null
  readonly email_notifications: boolean | null
  readonly in_home_view: boolean
  readonly is_muted: boolean
  readonly pin_to_top: boolean
  readonly push_notifications: boolean | null
  readonly wildcard_mentions_notify: boolean | null
}

export interface SubscriptionObject extends ChannelObject, SubscriptionSettings {
  readonly subscribers: readonly number[]
}

interface StreamCreate {
  readonly type: 'stream'
  readonly op: 'create'
  readonly streams: readonly ChannelObject[]
}

export interface StreamDelete {
  readonly type: 'stream'
  readonly op: 'delete'
  readonly streams: readonly { readonly stream_id: number }[]
  readonly stream_ids: readonly number[]
}

interface Now<Property extends string, Value> {
  readonly property: Property
  readonly value: Value
}

/** A property of a channel with its new value. */
export type ChannelPropertyNow =
  | Now<'name', string>
  | Now<'topics_policy', string>
  | (Now<'description', string> & { readonly rendered_description: string })
  | (Now<'invite_only', boolean> & {
      readonly history_public_to_subscribers: boolean
      readonly is_web_public: boolean
    })
  | Now<'is_archived' | 'is_announcement_only', boolean>
  | Now<'stream_post_policy', number>
  | Now<'message_retention_days', number | null>
  | Now<'folder_id', number | null>
  | Now<'first_message_id', number | null>
  | Now<ApiChannelPermission, GroupSettingValue>

type StreamUpdate = ChannelPropertyNow & {
  readonly type: 'stream'
  readonly op: 'update'
  readonly stream_id: number
  readonly name: string
}

interface SubscriptionAdd {
  readonly type: 'subscription'
  readonly op: 'add'
  readonly subscriptions: readonly SubscriptionObject[]
}

interface SubscriptionRemove {
  readonly type: 'subscription'
  readonly op: 'remove'
  readonly subscriptions: readonly { readonly name: string; readonly stream_id: number }[]
}

interface SubscriptionPeers {
  readonly type: 'subscription'
  readonly op: 'peer_add' | 'peer_remove'
  readonly user_ids: readonly number[]
  readonly stream_ids: readonly number[]
}

interface SubscriptionUpdate {
  readonly type: 'subscription'
  readonly op: 'update'
  readonly property: keyof SubscriptionSettings
  readonly stream_id: number
  readonly value: boolean | string
}

interface FolderObject {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly rendered_description: string
  readonly order: number
  /** UNIX seconds. */
  readonly date_created: number
  readonly creator_id: number | null
  readonly is_archived: boolean
}

/** What changed in a folder. */
export type FolderNow =
  | { readonly name: string }
  | { readonly description: string; readonly rendered_description: string }
  | { readonly is_archived: boolean }

export type ChannelFolderEvent =
  | {
      readonly type: 'channel_folder'
      readonly op: 'add'
      readonly channel_folder: FolderObject
    }
  | {
      readonly type: 'channel_folder'
      readonly op: 'update'
      readonly channel_folder_id: number
      readonly data: FolderNow
    }
  | {
      readonly type: 'channel_folder'
      readonly op: 'reorder'
      readonly order: readonly number[]
    }

interface DefaultStreams {
  readonly type: 'default_streams'
  readonly default_streams: readonly number[]
}

interface DefaultStreamGroups {
  readonly type: 'default_stream_groups'
  readonly default_stream_groups: readonly {
    readonly id: number
    readonly name: string
    readonly description: string
    readonly streams: readonly number[]
  }[]
}

/** Events about channels, subscriptions and folders. */
export type ChannelEvent =
  | StreamCreate
  | StreamDelete
  | StreamUpdate
  | SubscriptionAdd
  | SubscriptionRemove
  | SubscriptionPeers
  | SubscriptionUpdate
  | ChannelFolderEvent
  | DefaultStreams
  | DefaultStreamGroups
