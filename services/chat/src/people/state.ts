import type { Tx } from '@oficina/kit/database.ts'

import type { PeopleObjects } from '../../wire/people.ts'
import {
  field,
  fixed,
  type State,
  type StateOptions,
  type StateParts,
} from '../events/state-part.ts'
import { EMAIL_VISIBILITY } from '../tenancy/email-visibility.ts'
import { JsonText } from '../tenancy/json-text.ts'
import { apiEmail, avatarOf } from '../tenancy/person-form.ts'
import type { RealmPermissionName } from '../tenancy/realm-settings.ts'
import { ROLE } from '../tenancy/roles.ts'
import { permissionGroup } from '../tenancy/settings.ts'
import { personById } from '../tenancy/store/person-store.ts'
import { USER_SETTINGS } from '../tenancy/user-settings.ts'
import { isAdmin, isGuest } from '../tenancy/viewer.ts'
import { OUTGOING_WEBHOOK, servicesByBot } from './actions/bot-services.ts'
import { openApiKey } from './api-key.ts'
import { botsShown } from './store/bot-store.ts'
import { peopleJson, strangersJson, type PeopleChoice } from './store/people-state.ts'
import { presences } from './store/presence-state.ts'
import { profileFieldObjects } from './store/profile-store.ts'
import { userStatuses } from './store/status-store.ts'
import { settingsDefaults } from './store/user-settings-store.ts'

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

// The time zone belongs to a user alone.
const { timezone: _timezone, ...SETTINGS_DEFAULTS } = USER_SETTINGS

/** The initial state about the people of the organization, and the client's own user. */
export const PEOPLE_STATE: StateParts = {
  custom_profile_fields: async (tx, { viewer }) => ({
    custom_profile_fields: await profileFieldObjects(tx, viewer.realmId),
    custom_profile_field_types: PROFILE_FIELD_TYPES,
  }),
  presence: presencePart,
  realm_bot: realmBots,
  realm_embedded_bots: fixed({ realm_embedded_bots: [] }),
  realm_incoming_webhook_bots: fixed({ realm_incoming_webhook_bots: [] }),
  realm_user: realmUsers,
  realm_user_settings_defaults: async (tx, { viewer }) => ({
    realm_user_settings_defaults: {
      ...SETTINGS_DEFAULTS,
      ...(await settingsDefaults(tx, viewer.realmId)),
    },
  }),
  user_settings: (_tx, { caller }) =>
    Promise.resolve({ user_settings: { ...USER_SETTINGS, ...caller.settings } }),
  user_status: field('user_status', userStatuses),
}

async function presencePart(
  tx: Tx,
  { viewer, tools, caller, isSlimPresence, presenceDays }: StateOptions,
): Promise<State> {
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

async function realmUsers(
  tx: Tx,
  { viewer, caller, tools, clientGravatar, capabilities }: StateOptions,
): Promise<State> {
  const { host } = caller.realm
  const people = async (which: PeopleChoice) =>
    await peopleJson(tx, viewer, { host, clientGravatar, withProfileData: true, which })
  const areStrangersNamed = isGuest(viewer) && capabilities['user_list_incomplete'] !== true
  const strangers = areStrangersNamed ? await strangersJson(tx, viewer, host) : '[]'
  const me = await personById(tx, viewer.realmId, viewer.userId)
  const avatar = avatarOf(me, caller.realm.host, {
    isEmailVisible: me.email_address_visibility === EMAIL_VISIBILITY.everyone,
  })
  const may = async (name: RealmPermissionName) =>
    viewer.groups.has(await permissionGroup(tx, tools, caller.realm, name))
  const canCreatePublic = await may('can_create_public_channel_group')
  const canCreatePrivate = await may('can_create_private_channel_group')
  return {
    realm_users: joined(await people({ kind: 'known', isActive: true }), strangers),
    realm_non_active_users: new JsonText<PeopleObjects>(
      await people({ kind: 'known', isActive: false }),
    ),
    cross_realm_bots: new JsonText<PeopleObjects>(await people({ kind: 'system bots' })),
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
    is_owner: viewer.role === ROLE.owner,
    is_moderator: viewer.role === ROLE.moderator,
    is_guest: isGuest(viewer),
    user_id: caller.id,
    email: apiEmail(me, caller.realm.host),
    delivery_email: caller.deliveryEmail,
    full_name: caller.fullName,
  }
}

/** Joins two JSON lists. */
function joined(one: string, other: string): JsonText<PeopleObjects> {
  if (other === '[]') return new JsonText<PeopleObjects>(one)
  return new JsonText<PeopleObjects>(one === '[]' ? other : `${one.slice(0, -1)},${other.slice(1)}`)
}

async function realmBots(tx: Tx, { viewer, caller, tools }: StateOptions): Promise<State> {
  const rows = await botsShown(tx, viewer.realmId, isAdmin(viewer) ? null : viewer.userId)
  const called = rows.filter((bot) => bot.bot_type === OUTGOING_WEBHOOK).map(({ id }) => id)
  const services = await servicesByBot(tx, tools, viewer.realmId, called)
  const bots = rows.map((bot) => ({
    user_id: bot.id,
    full_name: bot.full_name,
    email: bot.delivery_email,
    api_key: openApiKey(bot.api_key_cipher, tools.secret),
    bot_type: bot.bot_type,
    is_active: bot.is_active,
    owner_id: bot.bot_owner_id,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    avatar_url: avatarOf(bot, caller.realm.host, { isEmailVisible: true }).url,
    services: services.get(bot.id) ?? [],
  }))
  return { realm_bots: bots }
}
