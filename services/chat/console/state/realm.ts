import { signal } from '@preact/signals'

import type { Part } from './part.ts'

/** A group by its id, or people and groups by name of nobody else's. */
export type GroupSetting =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] }

/** The organization, under the names of the wire; keys that a client may not rely on are undefined until they come. */
export interface Realm extends Readonly<Record<string, unknown>> {
  readonly realm_name: string
  readonly realm_description: string
  readonly realm_url: string
  readonly realm_icon_url: string
  readonly realm_logo_url: string
  readonly realm_night_logo_url: string
  readonly max_message_length: number
  readonly max_topic_length: number
  readonly max_stream_name_length: number
  readonly max_stream_description_length: number
  readonly max_file_upload_size_mib: number
  readonly max_message_id?: number
  readonly realm_topics_policy?: string
  readonly realm_mandatory_topics?: boolean
  readonly realm_empty_topic_display_name: string
  readonly realm_allow_message_editing: boolean
  readonly realm_message_content_edit_limit_seconds: number | null
  readonly realm_message_content_delete_limit_seconds: number | null
  readonly realm_move_messages_within_stream_limit_seconds: number | null
  readonly realm_move_messages_between_streams_limit_seconds: number | null
  readonly realm_allow_edit_history?: boolean
  readonly realm_message_edit_history_visibility_policy?: string
  readonly realm_enable_read_receipts: boolean
  readonly realm_presence_disabled: boolean
  readonly realm_wildcard_mention_policy?: number
  readonly realm_waiting_period_threshold: number
  readonly server_typing_started_expiry_period_milliseconds: number
  readonly server_typing_stopped_wait_period_milliseconds: number
  readonly server_typing_started_wait_period_milliseconds: number
  readonly server_presence_ping_interval_seconds: number
  readonly server_presence_offline_threshold_seconds: number
  readonly server_generation: number
  readonly event_queue_longpoll_timeout_seconds: number
  readonly zulip_feature_level: number
}

/** Undefined until the first answer. */
export const realm = signal<Realm | undefined>(undefined)

const isOfRealm = (name: string): boolean =>
  /^(realm_|server_|max_|zulip_|event_queue_|giphy_|jitsi_|upgrade_|settings_|password_|development_)/.test(
    name,
  )

interface RealmUpdate {
  readonly property: string
  readonly value: unknown
}

interface RealmUpdateDict {
  readonly data: Readonly<Record<string, unknown>>
}

const KEPT_APART = new Set([
  'realm_users',
  'realm_non_active_users',
  'realm_user_groups',
  'realm_bots',
  'realm_emoji',
  'realm_linkifiers',
])

export const realmPart: Part = {
  first: ['realm'],
  later: [
    'realm_domains',
    'realm_playgrounds',
    'custom_profile_fields',
    'default_streams',
    'realm_user_settings_defaults',
  ],
  take: (state) => {
    const taken = Object.entries(state).filter(
      ([name]) => (isOfRealm(name) || name.startsWith('custom_profile')) && !KEPT_APART.has(name),
    )
    // What a client may rely on is there in the first answer.
    realm.value = { ...realm.peek(), ...Object.fromEntries(taken) } as Realm
  },
  events: {
    'realm update': ({ property, value }: RealmUpdate) => change({ [`realm_${property}`]: value }),
    'realm update_dict': ({ data }: RealmUpdateDict) =>
      change(
        Object.fromEntries(Object.entries(data).map(([name, value]) => [`realm_${name}`, value])),
      ),
    'realm_domains add': ({ realm_domain: one }: { realm_domain: Domain }) => setDomain(one),
    'realm_domains change': ({ realm_domain: one }: { realm_domain: Domain }) => setDomain(one),
    'realm_domains remove': ({ domain }: { domain: string }) =>
      change({ realm_domains: domains().filter((one) => one.domain !== domain) }),
    realm_playgrounds: ({ realm_playgrounds: all }: { realm_playgrounds: unknown }) =>
      change({ realm_playgrounds: all }),
    custom_profile_fields: ({ fields }: { fields: unknown }) =>
      change({ custom_profile_fields: fields }),
    default_streams: ({ default_streams: all }: { default_streams: unknown }) =>
      change({ realm_default_streams: all }),
    'realm_user_settings_defaults update': ({ property, value }: RealmUpdate) =>
      change({
        realm_user_settings_defaults: {
          ...(realm.peek()?.['realm_user_settings_defaults'] as object | undefined),
          [property]: value,
        },
      }),
  },
}

interface Domain {
  readonly domain: string
  readonly allow_subdomains: boolean
}

function change(changed: Readonly<Record<string, unknown>>): void {
  const known = realm.peek()
  if (known !== undefined) realm.value = { ...known, ...changed }
}

function domains(): readonly Domain[] {
  return (realm.peek()?.['realm_domains'] as readonly Domain[] | undefined) ?? []
}

function setDomain(one: Domain): void {
  const others = domains().filter(({ domain }) => domain !== one.domain)
  change({ realm_domains: [...others, one] })
}
