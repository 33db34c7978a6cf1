import { GROUP_SETTING } from './groups.ts'
import {
  anyOf,
  BOOLEAN,
  choice,
  described,
  eachWith,
  INTEGER,
  listOf,
  mapOf,
  nullable,
  NUMBER,
  objectOf,
  SECONDS,
  TEXT,
  type TypeOf,
} from './shape.ts'

/** Who may do something in the whole organization. */
export const REALM_PERMISSION_FIELDS = {
  can_access_all_users_group: GROUP_SETTING,
  can_add_custom_emoji_group: GROUP_SETTING,
  can_add_subscribers_group: GROUP_SETTING,
  can_create_bots_group: GROUP_SETTING,
  can_create_groups: GROUP_SETTING,
  can_create_private_channel_group: GROUP_SETTING,
  can_create_public_channel_group: GROUP_SETTING,
  can_create_web_public_channel_group: GROUP_SETTING,
  can_create_write_only_bots_group: GROUP_SETTING,
  can_delete_any_message_group: GROUP_SETTING,
  can_delete_own_message_group: GROUP_SETTING,
  can_invite_users_group: GROUP_SETTING,
  can_manage_all_groups: GROUP_SETTING,
  can_manage_billing_group: GROUP_SETTING,
  can_mention_many_users_group: GROUP_SETTING,
  can_move_messages_between_channels_group: GROUP_SETTING,
  can_move_messages_between_topics_group: GROUP_SETTING,
  can_resolve_topics_group: GROUP_SETTING,
  can_set_delete_message_policy_group: GROUP_SETTING,
  can_set_topics_policy_group: GROUP_SETTING,
  can_summarize_topics_group: GROUP_SETTING,
  create_multiuse_invite_group: GROUP_SETTING,
  direct_message_initiator_group: GROUP_SETTING,
  direct_message_permission_group: GROUP_SETTING,
}

const DOMAIN = objectOf({ domain: TEXT, allow_subdomains: BOOLEAN })
export type DomainObject = TypeOf<typeof DOMAIN>
export const DOMAINS = listOf(DOMAIN)

const EMOJI = objectOf({
  id: TEXT,
  name: TEXT,
  source_url: TEXT,
  still_url: nullable(TEXT),
  deactivated: BOOLEAN,
  author_id: nullable(INTEGER),
})
export type EmojiObject = TypeOf<typeof EMOJI>
export const REALM_EMOJI = described(mapOf(EMOJI), 'By id.')
export type RealmEmoji = TypeOf<typeof REALM_EMOJI>

const LINKIFIER = objectOf({ id: INTEGER, pattern: TEXT, url_template: TEXT })
export type LinkifierObject = TypeOf<typeof LINKIFIER>
export const LINKIFIERS = listOf(LINKIFIER)

const PLAYGROUND = objectOf({
  id: INTEGER,
  name: TEXT,
  pygments_language: TEXT,
  url_template: TEXT,
})
export type PlaygroundObject = TypeOf<typeof PLAYGROUND>
export const PLAYGROUNDS = listOf(PLAYGROUND)

const PROFILE_FIELD = objectOf({
  id: INTEGER,
  name: TEXT,
  type: INTEGER,
  hint: TEXT,
  field_data: described(TEXT, 'JSON, or nothing.'),
  order: INTEGER,
  display_in_profile_summary: BOOLEAN,
  required: BOOLEAN,
  editable_by_user: BOOLEAN,
})
export type ProfileFieldObject = TypeOf<typeof PROFILE_FIELD>
export const PROFILE_FIELDS = listOf(PROFILE_FIELD)

const EXPORT = objectOf({
  id: INTEGER,
  export_time: SECONDS,
  acting_user_id: INTEGER,
  export_url: nullable(TEXT),
  deleted_timestamp: nullable(SECONDS),
  failed_timestamp: nullable(SECONDS),
  pending: BOOLEAN,
  export_type: INTEGER,
})
export type ExportObject = TypeOf<typeof EXPORT>
export const EXPORTS_ANSWER = objectOf({ exports: listOf(EXPORT) })
export type ExportsAnswer = TypeOf<typeof EXPORTS_ANSWER>

const CONSENT = objectOf({ user_id: INTEGER, consented: BOOLEAN })
export type ConsentObject = TypeOf<typeof CONSENT>
export const CONSENTS_ANSWER = objectOf({ export_consents: listOf(CONSENT) })
export type ConsentsAnswer = TypeOf<typeof CONSENTS_ANSWER>

const INVITATION = anyOf(
  ...eachWith(
    {
      id: INTEGER,
      invited_by_user_id: INTEGER,
      invited: SECONDS,
      expiry_date: nullable(SECONDS),
      invited_as: INTEGER,
      notify_referrer_on_join: BOOLEAN,
    },
    [
      objectOf({ email: TEXT, is_multiuse: choice(false) }),
      objectOf({ link_url: TEXT, is_multiuse: choice(true) }),
    ],
  ),
)
export type InvitationObject = TypeOf<typeof INVITATION>
export const INVITES_ANSWER = objectOf({ invites: listOf(INVITATION) })
export type InvitesAnswer = TypeOf<typeof INVITES_ANSWER>

const OUTSIDE_METHOD = objectOf({
  name: TEXT,
  display_name: TEXT,
  display_icon: nullable(TEXT),
  login_url: TEXT,
  signup_url: TEXT,
})

export const SERVER_SETTINGS_ANSWER = objectOf({
  authentication_methods: mapOf(BOOLEAN),
  zulip_version: TEXT,
  zulip_merge_base: TEXT,
  zulip_feature_level: INTEGER,
  push_notifications_enabled: BOOLEAN,
  is_incompatible: BOOLEAN,
  email_auth_enabled: BOOLEAN,
  require_email_format_usernames: BOOLEAN,
  realm_uri: TEXT,
  realm_url: TEXT,
  realm_name: TEXT,
  realm_icon: TEXT,
  realm_description: TEXT,
  realm_web_public_access_enabled: BOOLEAN,
  external_authentication_methods: listOf(OUTSIDE_METHOD),
})
export type ServerSettingsAnswer = TypeOf<typeof SERVER_SETTINGS_ANSWER>

const NO_CHANNEL = choice(-1)

const SETTINGS_NOW = anyOf(
  objectOf({
    allow_message_editing: BOOLEAN,
    message_content_edit_limit_seconds: nullable(INTEGER),
  }),
  objectOf({}, REALM_PERMISSION_FIELDS),
  // The organization's settings that name channels, when one is gone.
  objectOf(
    {},
    {
      moderation_request_channel_id: NO_CHANNEL,
      new_stream_announcements_stream_id: NO_CHANNEL,
      signup_announcements_stream_id: NO_CHANNEL,
      zulip_update_announcements_stream_id: NO_CHANNEL,
    },
  ),
)
/** Settings of the organization that change together, or that are no plain values. */
export type RealmSettingsNow = TypeOf<typeof SETTINGS_NOW>

const PICTURES = [
  objectOf({ property: choice('icon'), data: objectOf({ icon_source: TEXT, icon_url: TEXT }) }),
  objectOf({ property: choice('logo'), data: objectOf({ logo_source: TEXT, logo_url: TEXT }) }),
  objectOf({
    property: choice('night_logo'),
    data: objectOf({ night_logo_source: TEXT, night_logo_url: TEXT }),
  }),
] as const
/** An uploaded picture of the organization. */
export type RealmPictureNow = TypeOf<(typeof PICTURES)[number]>

const PROPERTY = objectOf({
  property: described(TEXT, 'A setting of the organization, without `realm_`.'),
  value: anyOf(BOOLEAN, NUMBER, TEXT, nullable(TEXT)),
})
/** A setting of the organization, by its name without `realm_`. */
export type RealmPropertyNow = TypeOf<typeof PROPERTY>

const OF_REALM = { type: choice('realm') }
const OF_DOMAINS = { type: choice('realm_domains') }

const REALM_EVENTS = [
  objectOf({ ...OF_REALM, op: choice('update'), ...PROPERTY.required }),
  objectOf({
    ...OF_REALM,
    op: choice('update_dict'),
    property: choice('default'),
    data: SETTINGS_NOW,
  }),
  ...eachWith({ ...OF_REALM, op: choice('update_dict') }, PICTURES),
  objectOf({ ...OF_REALM, op: choice('deactivated'), realm_id: INTEGER }),
] as const

const DOMAIN_EVENTS = [
  objectOf({ ...OF_DOMAINS, op: choice('add', 'change'), realm_domain: DOMAIN }),
  objectOf({ ...OF_DOMAINS, op: choice('remove'), domain: TEXT }),
] as const
export type RealmDomainsEvent = TypeOf<(typeof DOMAIN_EVENTS)[number]>

/** Events about the organization as a whole, and about the server. */
export const ORGANIZATION_EVENTS = [
  ...REALM_EVENTS,
  ...DOMAIN_EVENTS,
  objectOf({ type: choice('realm_emoji'), op: choice('update'), realm_emoji: REALM_EMOJI }),
  objectOf({ type: choice('realm_linkifiers'), realm_linkifiers: LINKIFIERS }),
  objectOf({ type: choice('realm_playgrounds'), realm_playgrounds: PLAYGROUNDS }),
  objectOf({ type: choice('custom_profile_fields'), fields: PROFILE_FIELDS }),
  objectOf({
    type: choice('realm_user_settings_defaults'),
    op: choice('update'),
    property: TEXT,
    value: anyOf(BOOLEAN, NUMBER, TEXT),
  }),
  objectOf({ type: choice('realm_export'), exports: listOf(EXPORT) }),
  objectOf({ type: choice('realm_export_consent'), ...CONSENT.required }),
  objectOf({ type: choice('invites_changed') }),
  objectOf({
    type: choice('restart'),
    zulip_version: TEXT,
    zulip_merge_base: TEXT,
    zulip_feature_level: INTEGER,
    server_generation: INTEGER,
  }),
  objectOf({ type: choice('web_reload_client'), immediate: BOOLEAN }),
] as const
