import type { Tx } from '@oficina/kit/database.ts'
import { permissionGroup } from '../../tenancy/settings.ts'
import { together } from '../../tenancy/together.ts'
import type { ActionTools } from '../../tenancy/tools.ts'
import { EMAIL_VISIBILITY } from '../../people/email-visibility.ts'
import { shownTopic } from '../../messages/message-form.ts'
import {
  FEATURE_LEVEL,
  REALM_PERMISSIONS,
  ZULIP_VERSION,
  type RealmPermissionName,
} from '../../tenancy/realm-settings.ts'
import { stepsLeft } from '../../personal/onboarding-steps.ts'
import { realmState } from '../../realm/realm-state.ts'
import { stepsSeen } from '../../personal/store/onboarding-store.ts'
import { realmBeginnings } from '../../realm/store/realm-store.ts'
import { realmDomains } from '../../realm/store/realm-domain-store.ts'
import { realmPictures } from '../../realm/store/realm-picture-store.ts'
import { USER_SETTINGS } from '../../tenancy/user-settings.ts'
import { apiEmail, avatarOf } from '../../people/user-form.ts'
import { isAdmin, isGuest, type Viewer } from '../../tenancy/viewer.ts'
import { senderOf } from '../../messages/store/sender-store.ts'
import { legacyPolicies } from '../../channels/legacy-policies.ts'
import { channelsJson } from '../../channels/store/channel-state.ts'
import { botsShown } from '../../people/store/bot-store.ts'
import { peopleJson, strangersJson, type PeopleChoice } from '../../people/store/people-state.ts'
import { presences } from '../../people/store/presence-state.ts'
import * as small from '../store/small-state.ts'
import {
  subscriptionLists,
  type SubscriberListing,
} from '../../channels/store/subscription-state.ts'
import {
  maxMessageId,
  recentDms,
  starredMessages,
  unreadMessages,
} from '../../messages/store/unread-state.ts'
import { mutedTopics } from '../../messages/store/user-topic-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { JsonText } from '../../tenancy/json-text.ts'

export interface StateOptions {
  readonly tools: ActionTools
  readonly caller: Caller
  readonly viewer: Viewer
  /** Null: everything. */
  readonly fetchTypes: readonly string[] | null
  readonly clientGravatar: boolean
  readonly isSlimPresence: boolean
  readonly presenceDays: number | undefined
  readonly subscribers: SubscriberListing
  readonly capabilities: Readonly<Record<string, boolean>>
  readonly maxUploadMib: number
}

const STOP_WORDS =
  'a about an and are as at be by for from how i in is it of on or that the this to was what when where who will with'.split(
    ' ',
  )

const PROFILE_FIELD_TYPES = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  SELECT: { id: 3, name: 'List of options' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const

type Part = (tx: Tx, options: StateOptions) => Promise<Record<string, unknown>>

const only =
  (key: string, read: (tx: Tx, viewer: Viewer) => Promise<unknown>): Part =>
  async (tx, { viewer }) => ({ [key]: await read(tx, viewer) })

const fixed =
  (state: Record<string, unknown>): Part =>
  () =>
    Promise.resolve(state)

// A time zone is a user's own.
const { timezone: _timezone, ...SETTINGS_DEFAULTS } = USER_SETTINGS

/** What each fetch type brings. @source docs/decisions/0303-chat-events.md, "Register" */
const PARTS: Readonly<Record<string, Part>> = {
  alert_words: only('alert_words', small.alertWords),
  channel_folders: only('channel_folders', (tx, viewer) =>
    small.channelFolders(tx, viewer, isAdmin(viewer)),
  ),
  custom_profile_fields: async (tx, { viewer }) => ({
    custom_profile_fields: await small.profileFields(tx, viewer),
    custom_profile_field_types: PROFILE_FIELD_TYPES,
  }),
  default_stream_groups: fixed({ realm_default_stream_groups: [] }),
  default_streams: only('realm_default_streams', small.defaultStreams),
  drafts: only('drafts', (tx, viewer) => small.drafts(tx, viewer, 1000)),
  giphy: fixed({ giphy_api_key: '' }),
  message: async (tx, { viewer }) => ({ max_message_id: await maxMessageId(tx, viewer) }),
  muted_topics: async (tx, { viewer }) => ({
    muted_topics: await mutedTopics(tx, viewer.realmId, viewer.userId),
  }),
  muted_users: only('muted_users', small.mutedUsers),
  navigation_views: only('navigation_views', small.navigationViews),
  onboarding_steps: async (tx, { viewer }) => ({
    onboarding_steps: stepsLeft(await stepsSeen(tx, viewer.realmId, viewer.userId)),
    navigation_tour_video_url: null,
  }),
  presence: presencePart,
  push_device: only('push_devices', small.pushDevices),
  realm: realmPart,
  realm_billing: fixed({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_bot: realmBots,
  realm_domains: only('realm_domains', (tx, viewer) => realmDomains(tx, viewer.realmId)),
  realm_embedded_bots: fixed({ realm_embedded_bots: [] }),
  realm_emoji: only('realm_emoji', small.realmEmoji),
  realm_filters: async (tx, { viewer }) => {
    const rows = (await small.linkifiers(tx, viewer)) as {
      id: number
      pattern: string
      url_template: string
    }[]
    return { realm_filters: rows.map(({ pattern, url_template: url, id }) => [pattern, url, id]) }
  },
  realm_incoming_webhook_bots: fixed({ realm_incoming_webhook_bots: [] }),
  realm_linkifiers: only('realm_linkifiers', small.linkifiers),
  realm_playgrounds: fixed({ realm_playgrounds: [] }),
  realm_user: realmUsers,
  realm_user_groups: async (tx, { viewer, capabilities }) => ({
    realm_user_groups: await small.userGroups(
      tx,
      viewer,
      capabilities['include_deactivated_groups'] === true,
    ),
  }),
  realm_user_settings_defaults: fixed({ realm_user_settings_defaults: SETTINGS_DEFAULTS }),
  recent_private_conversations: only('recent_private_conversations', recentDms),
  reminders: fixed({ reminders: [] }),
  saved_snippets: only('saved_snippets', small.savedSnippets),
  scheduled_messages: only('scheduled_messages', small.scheduledMessages),
  starred_messages: only('starred_messages', starredMessages),
  stop_words: fixed({ stop_words: STOP_WORDS }),
  stream: async (tx, { viewer, tools, capabilities }) => {
    const legacy = await legacyPolicies(tx, tools, viewer.realmId)
    const listing = {
      sources: { canAccessContent: true },
      withArchived: capabilities['archived_channels'] === true,
      withDefault: false,
    }
    return { streams: new JsonText(await channelsJson(tx, viewer, legacy, listing)) }
  },
  subscription: async (tx, { viewer, tools, subscribers, capabilities }) => {
    const legacy = await legacyPolicies(tx, tools, viewer.realmId)
    const lists = await subscriptionLists(tx, viewer, legacy, {
      subscribers,
      isSubscribedOnly: false,
      withArchived: capabilities['archived_channels'] === true,
    })
    return Object.fromEntries(
      Object.entries(lists).map(([name, text]) => [name, new JsonText(text)]),
    )
  },
  update_message_flags: unreadPart,
  user_settings: (_tx, { caller }) =>
    Promise.resolve({ user_settings: { ...USER_SETTINGS, ...caller.settings } }),
  user_status: only('user_status', small.userStatuses),
  user_topic: async (tx, { viewer, capabilities }) => ({
    user_topics: withShownTopics(await small.userTopics(tx, viewer), 'topic_name', capabilities),
  }),
  video_calls: fixed({ has_zoom_token: false }),
  zulip_version: fixed({}),
}

/** The parts that a client asks for, in one record. Unknown names ask for nothing. */
export async function initialState(
  tx: Tx,
  options: StateOptions,
): Promise<Record<string, unknown>> {
  const wanted = options.fetchTypes ?? Object.keys(PARTS)
  const state: Record<string, unknown> = {
    zulip_version: ZULIP_VERSION,
    zulip_merge_base: ZULIP_VERSION,
    zulip_feature_level: FEATURE_LEVEL,
  }
  // Old clients that know the policies of topics do not want the list of muted ones as well.
  const isMutedListLeftOut = options.fetchTypes === null || wanted.includes('user_topic')
  const parts = [...new Set(wanted)].filter(
    (type) => type !== 'muted_topics' || !isMutedListLeftOut,
  )
  const read = await together(
    parts.map(async (type) =>
      Object.hasOwn(PARTS, type) ? await PARTS[type]?.(tx, options) : undefined,
    ),
  )
  return Object.assign(state, ...read)
}

function withShownTopics(
  rows: unknown,
  field: string,
  capabilities: StateOptions['capabilities'],
): unknown {
  const isEmptyAllowed = capabilities['empty_topic_name'] === true
  // Rows that the database made with this field.
  return (rows as Record<string, unknown>[]).map((row) => ({
    ...row,
    [field]: shownTopic(String(row[field]), isEmptyAllowed),
  }))
}

async function unreadPart(
  tx: Tx,
  { viewer, fetchTypes, capabilities }: StateOptions,
): Promise<Record<string, unknown>> {
  if (fetchTypes !== null && !fetchTypes.includes('message')) return {}
  const unread = await unreadMessages(tx, viewer)
  return {
    unread_msgs: { ...unread, streams: withShownTopics(unread['streams'], 'topic', capabilities) },
  }
}

async function presencePart(
  tx: Tx,
  { viewer, tools, caller, isSlimPresence, presenceDays }: StateOptions,
): Promise<Record<string, unknown>> {
  const nowMs = tools.now()
  const seen = await presences(tx, viewer, {
    isSlim: isSlimPresence,
    nowMs,
    after: -1,
    days: presenceDays,
    host: caller.realm.host,
  })
  return {
    presences: seen.presences,
    presence_last_update_id: seen.lastUpdateId,
    server_timestamp: nowMs / 1000,
  }
}

async function realmPart(
  tx: Tx,
  { caller, tools, maxUploadMib }: StateOptions,
): Promise<Record<string, unknown>> {
  const { description, createdSeconds } = await realmBeginnings(tx, caller.realm.id)
  return realmState({
    name: caller.realm.name,
    description,
    url: caller.realm.url,
    pictures: await realmPictures(tx, caller.realm.id),
    createdSeconds,
    settings: caller.realm.settings,
    permissions: await realmPermissions(tx, tools, caller),
    maxUploadMib,
    isPushConfigured: tools.push.isConfigured,
    serverGeneration: tools.serverGeneration,
  })
}

/** The group settings of the organization as the API shows them. */
async function realmPermissions(
  tx: Tx,
  tools: ActionTools,
  caller: Caller,
): Promise<Readonly<Record<string, unknown>>> {
  // Object.keys types its result as text.
  const names = Object.keys(REALM_PERMISSIONS) as RealmPermissionName[]
  const ids = await together(names.map((name) => permissionGroup(tx, tools, caller.realm, name)))
  const shown = await small.groupSettings(tx, caller.realm.id, ids)
  return Object.fromEntries(names.map((name, index) => [name, shown.get(ids[index] ?? 0)]))
}

async function realmUsers(
  tx: Tx,
  { viewer, caller, tools, clientGravatar, capabilities }: StateOptions,
): Promise<Record<string, unknown>> {
  const { host } = caller.realm
  const people = async (which: PeopleChoice) =>
    await peopleJson(tx, viewer, { host, clientGravatar, withProfileData: true, which })
  const areStrangersNamed = isGuest(viewer) && capabilities['user_list_incomplete'] !== true
  const strangers = areStrangersNamed ? await strangersJson(tx, viewer, host) : '[]'
  const me = await senderOf(tx, viewer.realmId, viewer.userId)
  const avatar = avatarOf(
    me,
    caller.realm.host,
    me.email_address_visibility === EMAIL_VISIBILITY.everyone,
  )
  const may = async (name: RealmPermissionName) =>
    viewer.groups.has(await permissionGroup(tx, tools, caller.realm, name))
  const canCreatePublic = await may('can_create_public_channel_group')
  const canCreatePrivate = await may('can_create_private_channel_group')
  return {
    realm_users: joined(await people({ kind: 'known', isActive: true }), strangers),
    realm_non_active_users: new JsonText(await people({ kind: 'known', isActive: false })),
    cross_realm_bots: new JsonText(await people({ kind: 'system bots' })),
    avatar_source: me.avatar_path === null ? 'G' : 'U',
    avatar_url: avatar.url,
    avatar_url_medium: avatar.url,
    can_create_streams: canCreatePublic || canCreatePrivate,
    can_create_public_streams: canCreatePublic,
    can_create_private_streams: canCreatePrivate,
    can_create_web_public_streams: await may('can_create_web_public_channel_group'),
    can_subscribe_other_users: await may('can_add_subscribers_group'),
    can_invite_others_to_realm: await may('can_invite_users_group'),
    is_admin: isAdmin(viewer),
    is_owner: viewer.role === 100,
    is_moderator: viewer.role === 300,
    is_guest: isGuest(viewer),
    user_id: caller.id,
    email: apiEmail(me, caller.realm.host),
    delivery_email: caller.deliveryEmail,
    full_name: caller.fullName,
  }
}

/** Two lists of JSON as one. */
function joined(one: string, other: string): JsonText {
  if (other === '[]') return new JsonText(one)
  return new JsonText(one === '[]' ? other : `${one.slice(0, -1)},${other.slice(1)}`)
}

async function realmBots(
  tx: Tx,
  { viewer, caller }: StateOptions,
): Promise<Record<string, unknown>> {
  const rows = await botsShown(tx, viewer.realmId, isAdmin(viewer) ? null : viewer.userId)
  const bots = rows.map((bot) => ({
    user_id: bot.id,
    full_name: bot.full_name,
    email: bot.delivery_email,
    bot_type: bot.bot_type,
    is_active: bot.is_active,
    owner_id: bot.bot_owner_id,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    avatar_url: avatarOf(bot, caller.realm.host, true).url,
    services: [],
  }))
  return { realm_bots: bots }
}
