import type { Kind } from '@oficina/api/kind.ts'
import { optional, required, type Parameter } from '@oficina/api/parameter.ts'

import { INTEGER, objectOf } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { groupSettingChange, text } from '../../api/kinds.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { REALM_PERMISSIONS } from '../../tenancy/realm-settings.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Told } from '../../tenancy/words/say.ts'
import { changeRealm, type RealmChange } from '../actions/change-realm.ts'
import { testWelcome } from '../actions/test-welcome.ts'
import { REALM_SETTING_KINDS } from './realm-setting-parameters.ts'

/** A text whose length has an error of its own. */
function limited(
  maxLength: number,
  message: Told,
  bounds: { readonly isRequired?: true } = {},
): Kind<string> {
  const plain = text({ ...bounds, isStripped: true })
  return {
    ...plain,
    check: (value, place) => {
      const given = plain.check(value, place)
      if (Array.from(given).length > maxLength) throw refusal(message)
      return given
    },
  }
}

const SETTINGS: Readonly<Record<string, Parameter<unknown>>> = Object.fromEntries(
  Object.entries(REALM_SETTING_KINDS).map(([name, kind]) => [name, optional(kind)]),
)
const PERMISSIONS: Readonly<Record<string, Parameter<unknown>>> = Object.fromEntries(
  Object.keys(REALM_PERMISSIONS).map((name) => [name, optional<unknown>(groupSettingChange)]),
)
const TEXTS = {
  name: optional(limited(40, 'Organization name is too long.', { isRequired: true })),
  description: optional(limited(1000, 'Organization description is too long.')),
}

export const patchRealm = endpoint({
  method: 'PATCH',
  path: '/realm',
  summary: 'Change the organization’s settings',
  parameters: { ...SETTINGS, ...PERMISSIONS, ...TEXTS },
  auth: 'human',
  handle: async ({ tools, caller, values }) => {
    const given = Object.entries<unknown>(values).filter(([, value]) => value !== undefined)
    const among = (names: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(given.filter(([name]) => Object.hasOwn(names, name)))
    await changeRealm(
      { tools, caller, viewer: viewerOf(caller) },
      {
        name: values.name,
        description: values.description,
        // Checked by their kinds, which give plain values.
        settings: among(REALM_SETTING_KINDS) as RealmChange['settings'],
        permissions: among(REALM_PERMISSIONS),
      },
    )
  },
})

const MAX_WELCOME = 8_000

export const postTestWelcome = endpoint({
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  summary: 'Be sent what the welcome bot would add for new people',
  parameters: {
    welcome_message_custom_text: required(text({ maxLength: MAX_WELCOME, isRequired: true })),
  },
  answer: objectOf({ message_id: INTEGER }),
  auth: 'human',
  handle: async ({ tools, caller, values }) => ({
    message_id: await testWelcome(tools, caller, values.welcome_message_custom_text),
  }),
})
