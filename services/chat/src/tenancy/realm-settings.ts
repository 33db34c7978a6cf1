import type { SystemGroup } from './roles.ts'

/**
 * The settings of an organization with their default values.
 * @source docs/decisions/0302-chat-realm-settings.md
 */
export const REALM_DEFAULTS = {
  allow_edit_history: true,
  allow_message_editing: true,
  authentication_methods: { Email: true } as Readonly<Record<string, boolean>>,
  avatar_changes_disabled: false,
  default_language: 'en',
  digest_emails_enabled: false,
  digest_weekday: 1,
  disallow_disposable_email_addresses: true,
  email_changes_disabled: false,
  emails_restricted_to_domains: false,
  enable_guest_user_dm_warning: true,
  enable_guest_user_indicator: true,
  enable_read_receipts: true,
  enable_spectator_access: false,
  giphy_rating: 2,
  inline_image_preview: true,
  inline_url_embed_preview: false,
  invite_required: true,
  jitsi_server_url: null as string | null,
  mandatory_topics: false,
  message_content_allowed_in_email_notifications: true,
  message_content_delete_limit_seconds: 600 as number | null,
  message_content_edit_limit_seconds: 600 as number | null,
  message_edit_history_visibility_policy: 'all' as 'all' | 'moves' | 'none',
  message_retention_days: -1,
  moderation_request_channel_id: -1,
  move_messages_between_streams_limit_seconds: 604_800 as number | null,
  move_messages_within_stream_limit_seconds: 604_800 as number | null,
  name_changes_disabled: false,
  new_stream_announcements_stream_id: -1,
  org_type: 0,
  presence_disabled: false,
  push_notifications_enabled: false,
  require_unique_names: false,
  require_e2ee_push_notifications: false,
  send_welcome_emails: true,
  signup_announcements_stream_id: -1,
  topics_policy: 'allow_empty_topic' as 'allow_empty_topic' | 'disable_empty_topic',
  video_chat_provider: 0,
  waiting_period_threshold: 0,
  want_advertise_in_communities_directory: false,
  welcome_message_custom_text: '',
  wildcard_mention_policy: 5,
  zulip_update_announcements_stream_id: -1,
} as const

interface RealmPermission {
  readonly default: SystemGroup
  readonly allowEveryone: boolean
  readonly allowNobody: boolean
  /** Accepts only a system group. */
  readonly isSystemOnly?: true
}

/** The settings that say who may do something in the whole organization. */
export const REALM_PERMISSIONS = {
  can_access_all_users_group: {
    default: 'role:everyone',
    allowEveryone: true,
    allowNobody: false,
    isSystemOnly: true,
  },
  can_add_custom_emoji_group: { default: 'role:members', allowEveryone: false, allowNobody: true },
  can_add_subscribers_group: { default: 'role:members', allowEveryone: false, allowNobody: true },
  can_create_bots_group: { default: 'role:members', allowEveryone: false, allowNobody: true },
  can_create_groups: { default: 'role:members', allowEveryone: false, allowNobody: true },
  can_create_private_channel_group: {
    default: 'role:members',
    allowEveryone: false,
    allowNobody: true,
  },
  can_create_public_channel_group: {
    default: 'role:members',
    allowEveryone: false,
    allowNobody: true,
  },
  can_create_web_public_channel_group: {
    default: 'role:owners',
    allowEveryone: false,
    allowNobody: true,
    isSystemOnly: true,
  },
  can_create_write_only_bots_group: {
    default: 'role:members',
    allowEveryone: false,
    allowNobody: true,
  },
  can_delete_any_message_group: {
    default: 'role:administrators',
    allowEveryone: false,
    allowNobody: true,
  },
  can_delete_own_message_group: {
    default: 'role:everyone',
    allowEveryone: true,
    allowNobody: true,
  },
  can_invite_users_group: { default: 'role:members', allowEveryone: false, allowNobody: true },
  can_manage_all_groups: { default: 'role:owners', allowEveryone: false, allowNobody: false },
  can_manage_billing_group: {
    default: 'role:administrators',
    allowEveryone: false,
    allowNobody: false,
  },
  can_mention_many_users_group: {
    default: 'role:administrators',
    allowEveryone: true,
    allowNobody: true,
  },
  can_move_messages_between_channels_group: {
    default: 'role:members',
    allowEveryone: false,
    allowNobody: true,
  },
  can_move_messages_between_topics_group: {
    default: 'role:everyone',
    allowEveryone: true,
    allowNobody: true,
  },
  can_resolve_topics_group: { default: 'role:everyone', allowEveryone: true, allowNobody: true },
  can_set_delete_message_policy_group: {
    default: 'role:moderators',
    allowEveryone: false,
    allowNobody: true,
  },
  can_set_topics_policy_group: { default: 'role:members', allowEveryone: true, allowNobody: true },
  can_summarize_topics_group: { default: 'role:everyone', allowEveryone: true, allowNobody: true },
  create_multiuse_invite_group: {
    default: 'role:administrators',
    allowEveryone: false,
    allowNobody: true,
    isSystemOnly: true,
  },
  direct_message_initiator_group: {
    default: 'role:everyone',
    allowEveryone: true,
    allowNobody: true,
  },
  direct_message_permission_group: {
    default: 'role:everyone',
    allowEveryone: true,
    allowNobody: true,
  },
} as const satisfies Readonly<Record<string, RealmPermission>>

export type RealmPermissionName = keyof typeof REALM_PERMISSIONS

type RealmSettingName = keyof typeof REALM_DEFAULTS
type Plain = { readonly [K in RealmSettingName]: (typeof REALM_DEFAULTS)[K] }
type Widened = {
  readonly [K in RealmSettingName]: Plain[K] extends boolean
    ? boolean
    : Plain[K] extends number
      ? number
      : Plain[K]
}

/** A group setting is null while it has its default, a system group; else the id of a group. */
export type RealmSettings = Widened & { readonly [K in RealmPermissionName]: number | null }

const ALL_DEFAULTS: Readonly<Record<string, unknown>> = {
  ...REALM_DEFAULTS,
  ...Object.fromEntries(Object.keys(REALM_PERMISSIONS).map((name) => [name, null])),
}

/** The stored values that override the defaults. */
export function resolveSettings(stored: Readonly<Record<string, unknown>>): RealmSettings {
  // Only checked values are ever stored under these names.
  return { ...ALL_DEFAULTS, ...stored } as unknown as RealmSettings
}

/** Shown instead of the empty topic to clients that do not know it. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat'

export const LIMITS = {
  streamName: 60,
  streamDescription: 1024,
  topic: 60,
  message: 10_000,
  fullName: 100,
  userGroupName: 100,
  folderName: 60,
  folderDescription: 1024,
  snippetTitle: 60,
  snippetContent: 10_000,
  statusText: 60,
  alertWord: 100,
} as const

export const FEATURE_LEVEL = 421
export const ZULIP_VERSION = '11.0'
