import type { GroupSettingObject } from '../../wire/groups.ts'
import type { RealmObject } from '../../wire/register.ts'
import { THUMBNAIL_FORMATS } from '../files/thumbnail-formats.ts'
import { CHANNEL_PERMISSIONS } from '../tenancy/channel-permissions.ts'
import { GROUP_PERMISSIONS } from '../tenancy/group-permissions.ts'
import {
  EMPTY_TOPIC_DISPLAY_NAME,
  LIMITS,
  REALM_DEFAULTS,
  REALM_PERMISSIONS,
  type RealmPermissionName,
  type RealmSettings,
} from '../tenancy/realm-settings.ts'
import { shownPicture, type RealmPictures } from './realm-picture.ts'
import { videoChatProviders } from './video-chat-providers.ts'

/** What the state of an organization depends on besides its settings. */
export interface RealmFacts {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly pictures: RealmPictures
  readonly createdSeconds: number
  readonly settings: RealmSettings
  /** The values of the group settings as the API shows them, by name. */
  readonly permissions: Readonly<Record<RealmPermissionName, GroupSettingObject>>
  readonly maxUploadMib: number
  readonly isPushConfigured: boolean
  readonly isOidcConfigured: boolean
  readonly isBigBlueButtonConfigured: boolean
  readonly serverGeneration: number
}

const ACCOUNTS = {
  twitter: {
    name: 'Twitter',
    text: 'Twitter',
    hint: 'Enter your Twitter username',
    url_pattern: 'https://twitter.com/%(username)s',
  },
  github: {
    name: 'GitHub',
    text: 'GitHub',
    hint: 'Enter your GitHub username',
    url_pattern: 'https://github.com/%(username)s',
  },
} as const

// How the numbers of old policies follow from a group setting with its default value.
const LEGACY_POLICIES = {
  realm_create_public_stream_policy: 1,
  realm_create_private_stream_policy: 1,
  realm_create_web_public_stream_policy: 7,
} as const

/** The keys that `realm` asks for at registration. @source docs/decisions/0302-chat-realm-settings.md */
export function realmState(facts: RealmFacts): RealmObject {
  const { settings, url } = facts
  const icon = shownPicture(facts.pictures, 'icon')
  const logo = shownPicture(facts.pictures, 'logo')
  const nightLogo = shownPicture(facts.pictures, 'nightLogo')
  const plain = Object.keys(REALM_DEFAULTS).map((name) => [
    `realm_${name}`,
    // The names are those of the settings themselves.
    settings[name as keyof typeof REALM_DEFAULTS],
  ])
  const permissions = Object.entries(facts.permissions).map(([name, value]) => [
    `realm_${name}`,
    value,
  ])
  return {
    ...Object.fromEntries([...plain, ...permissions]),
    ...LEGACY_POLICIES,
    realm_authentication_methods: {
      Email: USED,
      ...(facts.isOidcConfigured ? { 'OpenID Connect': USED } : {}),
    },
    realm_available_video_chat_providers: videoChatProviders(facts),
    realm_bot_domain: new URL(url).hostname,
    realm_date_created: facts.createdSeconds,
    realm_default_code_block_language: '',
    realm_default_external_accounts: ACCOUNTS,
    realm_description: facts.description,
    realm_email_auth_enabled: true,
    realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
    realm_icon_source: icon.source,
    realm_icon_url: icon.url,
    realm_is_zephyr_mirror_realm: false,
    realm_logo_source: logo.source,
    realm_logo_url: logo.url,
    realm_name: facts.name,
    realm_night_logo_source: nightLogo.source,
    realm_night_logo_url: nightLogo.url,
    realm_password_auth_enabled: true,
    realm_plan_type: 1,
    realm_push_notifications_enabled: facts.isPushConfigured,
    realm_push_notifications_enabled_end_timestamp: null,
    realm_upload_quota_mib: null,
    realm_uri: url,
    realm_url: url,
    ...serverState(facts),
  }
}

// A way to sign in that this server offers is one that every organization uses.
const USED = { enabled: true, available: true }

function serverState({ maxUploadMib, serverGeneration }: RealmFacts): Record<string, unknown> {
  return {
    development_environment: false,
    event_queue_longpoll_timeout_seconds: 90,
    giphy_rating_options: { disabled: { name: 'GIPHY integration disabled', id: 0 } },
    max_avatar_file_size_mib: 5,
    max_bulk_new_subscription_messages: 100,
    max_channel_folder_description_length: LIMITS.folderDescription,
    max_channel_folder_name_length: LIMITS.folderName,
    max_file_upload_size_mib: maxUploadMib,
    max_icon_file_size_mib: 5,
    max_logo_file_size_mib: 5,
    max_message_length: LIMITS.message,
    max_reminder_note_length: 1000,
    max_stream_description_length: LIMITS.streamDescription,
    max_stream_name_length: LIMITS.streamName,
    max_topic_length: LIMITS.topic,
    password_max_length: 100,
    password_min_guesses: 0,
    password_min_length: 6,
    server_avatar_changes_disabled: false,
    server_can_summarize_topics: false,
    server_emoji_data_url: '/static/generated/emoji/emoji_api.json',
    server_generation: serverGeneration,
    server_inline_image_preview: true,
    server_inline_url_embed_preview: false,
    server_jitsi_server_url: null,
    server_max_deactivated_realm_deletion_days: null,
    server_min_deactivated_realm_deletion_days: null,
    server_name_changes_disabled: false,
    server_needs_upgrade: false,
    server_presence_offline_threshold_seconds: 200,
    server_presence_ping_interval_seconds: 60,
    server_supported_permission_settings: supportedPermissions(),
    server_thumbnail_formats: THUMBNAIL_FORMATS,
    server_typing_started_expiry_period_milliseconds: 45_000,
    server_typing_started_wait_period_milliseconds: 30_000,
    server_typing_stopped_wait_period_milliseconds: 12_000,
    server_web_public_streams_enabled: true,
    settings_send_digest_emails: false,
    upgrade_text_for_wide_organization_logo: '',
    zulip_plan_is_not_limited: true,
  }
}

interface SupportedRule {
  readonly default: string
  readonly allowEveryone: boolean
  readonly allowNobody?: boolean
  readonly isSystemOnly?: boolean
}

function supported(rule: SupportedRule): Record<string, unknown> {
  return {
    require_system_group: rule.isSystemOnly ?? false,
    allow_internet_group: false,
    allow_nobody_group: rule.allowNobody ?? true,
    allow_everyone_group: rule.allowEveryone,
    default_group_name:
      rule.default === 'channel_creator' ? 'stream_creator_or_nobody' : rule.default,
    default_for_system_groups: null,
    allowed_system_groups: [],
  }
}

function allSupported(rules: Readonly<Record<string, SupportedRule>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, supported(rule)]))
}

function supportedPermissions(): Record<string, unknown> {
  return {
    realm: allSupported(REALM_PERMISSIONS),
    stream: allSupported(CHANNEL_PERMISSIONS),
    group: allSupported(GROUP_PERMISSIONS),
  }
}
