import { signal } from '@preact/signals'

import type { GroupSettingObject } from '../../../wire/groups.ts'
import type { DomainObject } from '../../../wire/organization.ts'
import type { RealmObject, RegisterAnswer } from '../../../wire/register.ts'
import type { Part } from '../part.ts'

/** A group by its id, or people and groups by name of nobody else's. */
export type GroupSetting = GroupSettingObject

/** What comes later, or was not asked for alone. */
type Later = Partial<
  Pick<
    RegisterAnswer,
    | 'custom_profile_fields'
    | 'custom_profile_field_types'
    | 'max_message_id'
    | 'realm_default_streams'
    | 'realm_domains'
    | 'realm_playgrounds'
    | 'realm_user_settings_defaults'
  >
>

/** The organization, under the names of the wire; settings are also looked up by name. */
export type Realm = RealmObject &
  Pick<RegisterAnswer, 'zulip_feature_level'> &
  Later &
  Readonly<Record<string, unknown>>

/** Undefined until the first answer. */
export const realm = signal<Realm | undefined>(undefined)

const isOfRealm = (name: string): boolean =>
  /^(realm_|server_|max_|zulip_|event_queue_|giphy_|jitsi_|upgrade_|settings_|password_|development_)/.test(
    name,
  )

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
    'realm update': ({ property, value }) => change({ [`realm_${property}`]: value }),
    'realm update_dict': ({ data }) =>
      change(
        Object.fromEntries(Object.entries(data).map(([name, value]) => [`realm_${name}`, value])),
      ),
    'realm_domains add': ({ realm_domain: one }) => setDomain(one),
    'realm_domains change': ({ realm_domain: one }) => setDomain(one),
    'realm_domains remove': ({ domain }) =>
      change({ realm_domains: domains().filter((one) => one.domain !== domain) }),
    realm_playgrounds: ({ realm_playgrounds: all }) => change({ realm_playgrounds: all }),
    custom_profile_fields: ({ fields }) => change({ custom_profile_fields: fields }),
    default_streams: ({ default_streams: all }) => change({ realm_default_streams: all }),
    'realm_user_settings_defaults update': ({ property, value }) =>
      change({
        realm_user_settings_defaults: {
          ...realm.peek()?.realm_user_settings_defaults,
          [property]: value,
        },
      }),
  },
}

function change(changed: Readonly<Record<string, unknown>>): void {
  const known = realm.peek()
  if (known !== undefined) realm.value = { ...known, ...changed }
}

function domains(): readonly DomainObject[] {
  return realm.peek()?.realm_domains ?? []
}

function setDomain(one: DomainObject): void {
  const others = domains().filter(({ domain }) => domain !== one.domain)
  change({ realm_domains: [...others, one] })
}
