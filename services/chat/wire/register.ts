import { BOTS } from './bots.ts'
import { CHANNELS, FOLDERS, LISTED_SUBSCRIPTIONS, UNSUBSCRIBED } from './channels.ts'
import { GROUPS } from './groups.ts'
import {
  DOMAINS,
  LINKIFIERS,
  PLAYGROUNDS,
  PROFILE_FIELDS,
  REALM_EMOJI,
  REALM_PERMISSION_FIELDS,
} from './organization.ts'
import { PEOPLE, PRESENCES, STATUSES } from './people.ts'
import {
  DRAFTS,
  MUTED_TOPICS,
  MUTED_USERS,
  REMINDERS,
  SCHEDULED_MESSAGES,
  SNIPPETS,
  STEPS,
  USER_TOPICS,
  VIEWS,
} from './personal.ts'
import { REALM_SETTING_FIELDS, USER_SETTINGS, USER_SETTINGS_DEFAULTS } from './settings.ts'
import {
  ANYTHING,
  BOOLEAN,
  choice,
  described,
  IDS,
  INTEGER,
  listOf,
  mapOf,
  nullable,
  NUMBER,
  objectOf,
  prefixed,
  SECONDS,
  TEXT,
  TEXTS,
  tuple,
  type TypeOf,
} from './shape.ts'

const UNREAD = { unread_message_ids: IDS }

const UNREAD_MESSAGES = objectOf({
  count: INTEGER,
  pms: listOf(objectOf({ other_user_id: INTEGER, sender_id: INTEGER, ...UNREAD })),
  streams: listOf(objectOf({ stream_id: INTEGER, topic: TEXT, ...UNREAD })),
  huddles: listOf(objectOf({ user_ids_string: TEXT, ...UNREAD })),
  mentions: IDS,
  old_unreads_missing: BOOLEAN,
})
/** What is unread, by conversation. */
export type UnreadMessagesObject = TypeOf<typeof UNREAD_MESSAGES>

const RECENT_CONVERSATION = objectOf({ user_ids: IDS, max_message_id: INTEGER })
/** A direct conversation with its newest message; `user_ids` are the others. */
export type RecentConversation = TypeOf<typeof RECENT_CONVERSATION>

const CHANNEL_STATE = {
  channel_folders: FOLDERS,
  realm_default_stream_groups: listOf(ANYTHING),
  realm_default_streams: IDS,
  streams: CHANNELS,
  subscriptions: LISTED_SUBSCRIPTIONS,
  unsubscribed: UNSUBSCRIBED,
  never_subscribed: UNSUBSCRIBED,
}

const MESSAGE_STATE = {
  max_message_id: INTEGER,
  muted_topics: MUTED_TOPICS,
  recent_private_conversations: listOf(RECENT_CONVERSATION),
  reminders: REMINDERS,
  scheduled_messages: SCHEDULED_MESSAGES,
  starred_messages: IDS,
  unread_msgs: UNREAD_MESSAGES,
  user_topics: USER_TOPICS,
}

const PEOPLE_STATE = {
  custom_profile_fields: PROFILE_FIELDS,
  custom_profile_field_types: mapOf(objectOf({ id: INTEGER, name: TEXT })),
  presences: PRESENCES,
  presence_last_update_id: INTEGER,
  server_timestamp: NUMBER,
  realm_bots: BOTS,
  realm_embedded_bots: listOf(ANYTHING),
  realm_incoming_webhook_bots: listOf(ANYTHING),
  realm_users: PEOPLE,
  realm_non_active_users: PEOPLE,
  cross_realm_bots: PEOPLE,
  realm_user_groups: GROUPS,
  realm_user_settings_defaults: USER_SETTINGS_DEFAULTS,
  user_settings: USER_SETTINGS,
  user_status: STATUSES,
}

/** Who the caller is, which comes with the people. */
const OWN_STATE = {
  avatar_source: choice('G', 'U'),
  avatar_url: TEXT,
  avatar_url_medium: TEXT,
  can_create_streams: BOOLEAN,
  can_create_public_streams: BOOLEAN,
  can_create_private_streams: BOOLEAN,
  can_create_web_public_streams: BOOLEAN,
  can_subscribe_other_users: BOOLEAN,
  can_invite_others_to_realm: BOOLEAN,
  is_admin: BOOLEAN,
  is_owner: BOOLEAN,
  is_moderator: BOOLEAN,
  is_guest: BOOLEAN,
  user_id: INTEGER,
  email: TEXT,
  delivery_email: TEXT,
  full_name: TEXT,
}

const PUSH_DEVICES = described(
  mapOf(objectOf({ status: choice('pending', 'active', 'failed'), error_code: nullable(TEXT) })),
  'By push account.',
)
export type PushDevices = TypeOf<typeof PUSH_DEVICES>

const PERSONAL_STATE = {
  alert_words: TEXTS,
  drafts: DRAFTS,
  muted_users: MUTED_USERS,
  navigation_views: VIEWS,
  onboarding_steps: STEPS,
  navigation_tour_video_url: nullable(TEXT),
  saved_snippets: SNIPPETS,
  push_devices: PUSH_DEVICES,
}

/** The organization, which comes whole. */
const REALM_STATE = {
  ...prefixed(REALM_SETTING_FIELDS, 'realm_'),
  ...prefixed(REALM_PERMISSION_FIELDS, 'realm_'),
  realm_authentication_methods: mapOf(objectOf({ enabled: BOOLEAN, available: BOOLEAN })),
  realm_available_video_chat_providers: mapOf(objectOf({ name: TEXT, id: INTEGER })),
  realm_bot_domain: TEXT,
  realm_create_private_stream_policy: INTEGER,
  realm_create_public_stream_policy: INTEGER,
  realm_create_web_public_stream_policy: INTEGER,
  realm_date_created: SECONDS,
  realm_default_code_block_language: TEXT,
  realm_default_external_accounts: mapOf(
    objectOf({ name: TEXT, text: TEXT, hint: TEXT, url_pattern: TEXT }),
  ),
  realm_description: TEXT,
  realm_email_auth_enabled: BOOLEAN,
  realm_empty_topic_display_name: TEXT,
  realm_icon_source: TEXT,
  realm_icon_url: TEXT,
  realm_is_zephyr_mirror_realm: BOOLEAN,
  realm_logo_source: TEXT,
  realm_logo_url: TEXT,
  realm_name: TEXT,
  realm_night_logo_source: TEXT,
  realm_night_logo_url: TEXT,
  realm_password_auth_enabled: BOOLEAN,
  realm_plan_type: INTEGER,
  realm_push_notifications_enabled_end_timestamp: nullable(SECONDS),
  realm_upload_quota_mib: nullable(INTEGER),
  realm_uri: TEXT,
  realm_url: TEXT,
}

const PERMISSION_RULE = objectOf({
  require_system_group: BOOLEAN,
  allow_internet_group: BOOLEAN,
  allow_nobody_group: BOOLEAN,
  allow_everyone_group: BOOLEAN,
  default_group_name: TEXT,
  default_for_system_groups: nullable(TEXT),
  allowed_system_groups: TEXTS,
})

/** The server, which comes with the organization. */
const SERVER_STATE = {
  development_environment: BOOLEAN,
  event_queue_longpoll_timeout_seconds: INTEGER,
  giphy_rating_options: mapOf(objectOf({ name: TEXT, id: INTEGER })),
  max_avatar_file_size_mib: INTEGER,
  max_bulk_new_subscription_messages: INTEGER,
  max_channel_folder_description_length: INTEGER,
  max_channel_folder_name_length: INTEGER,
  max_file_upload_size_mib: INTEGER,
  max_icon_file_size_mib: INTEGER,
  max_logo_file_size_mib: INTEGER,
  max_message_length: INTEGER,
  max_reminder_note_length: INTEGER,
  max_stream_description_length: INTEGER,
  max_stream_name_length: INTEGER,
  max_topic_length: INTEGER,
  password_max_length: INTEGER,
  password_min_guesses: INTEGER,
  password_min_length: INTEGER,
  server_avatar_changes_disabled: BOOLEAN,
  server_can_summarize_topics: BOOLEAN,
  server_emoji_data_url: TEXT,
  server_generation: INTEGER,
  server_inline_image_preview: BOOLEAN,
  server_inline_url_embed_preview: BOOLEAN,
  server_jitsi_server_url: nullable(TEXT),
  server_max_deactivated_realm_deletion_days: nullable(INTEGER),
  server_min_deactivated_realm_deletion_days: nullable(INTEGER),
  server_name_changes_disabled: BOOLEAN,
  server_needs_upgrade: BOOLEAN,
  server_presence_offline_threshold_seconds: INTEGER,
  server_presence_ping_interval_seconds: INTEGER,
  server_supported_permission_settings: objectOf({
    realm: mapOf(PERMISSION_RULE),
    stream: mapOf(PERMISSION_RULE),
    group: mapOf(PERMISSION_RULE),
  }),
  server_thumbnail_formats: listOf(
    objectOf({
      name: TEXT,
      max_width: INTEGER,
      max_height: INTEGER,
      format: TEXT,
      animated: BOOLEAN,
    }),
  ),
  server_typing_started_expiry_period_milliseconds: INTEGER,
  server_typing_started_wait_period_milliseconds: INTEGER,
  server_typing_stopped_wait_period_milliseconds: INTEGER,
  server_web_public_streams_enabled: BOOLEAN,
  settings_send_digest_emails: BOOLEAN,
  upgrade_text_for_wide_organization_logo: TEXT,
  zulip_plan_is_not_limited: BOOLEAN,
}

const REALM_PART = objectOf({ ...REALM_STATE, ...SERVER_STATE })
/** The organization and the server, as `/register` tells of them. */
export type RealmObject = TypeOf<typeof REALM_PART>

const ORGANIZATION_STATE = {
  ...REALM_PART.required,
  giphy_api_key: TEXT,
  realm_billing: objectOf({ has_pending_sponsorship_request: BOOLEAN }),
  realm_domains: DOMAINS,
  realm_emoji: REALM_EMOJI,
  realm_filters: listOf(tuple(TEXT, TEXT, INTEGER)),
  realm_linkifiers: LINKIFIERS,
  realm_playgrounds: PLAYGROUNDS,
  stop_words: TEXTS,
  has_zoom_token: BOOLEAN,
}

const STATE = objectOf(
  { zulip_version: TEXT, zulip_merge_base: TEXT, zulip_feature_level: INTEGER },
  // Each where it was asked for.
  {
    ...CHANNEL_STATE,
    ...MESSAGE_STATE,
    ...PEOPLE_STATE,
    ...OWN_STATE,
    ...PERSONAL_STATE,
    ...ORGANIZATION_STATE,
  },
)
/** What a client begins with. */
export type StateObject = TypeOf<typeof STATE>

export const REGISTER_ANSWER = objectOf(
  { queue_id: TEXT, last_event_id: INTEGER, ...STATE.required },
  STATE.optional,
)
export type RegisterAnswer = TypeOf<typeof REGISTER_ANSWER>
