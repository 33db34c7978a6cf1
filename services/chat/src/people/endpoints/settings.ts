import { optional, type Parameter } from '@oficina/api/parameter.ts'

import { endpoint } from '../../api/endpoint.ts'
import { text } from '../../api/kinds.ts'
import { changeSettings, type SettingsRequest } from '../actions/change-settings.ts'
import { changeSettingsDefaults } from '../actions/settings-defaults.ts'
import { USER_SETTING_KINDS } from './user-setting-parameters.ts'

const SETTINGS: Readonly<Record<string, Parameter<unknown>>> = Object.fromEntries(
  Object.entries(USER_SETTING_KINDS).map(([name, kind]) => [name, optional<unknown>(kind)]),
)

const ACCOUNT = {
  full_name: optional(text()),
  email: optional(text()),
  old_password: optional(text()),
  new_password: optional(text()),
}

export const patchSettings = endpoint({
  method: 'PATCH',
  path: '/settings',
  summary: 'Change the caller’s own account and settings',
  parameters: { ...SETTINGS, ...ACCOUNT },
  auth: 'human',
  handle: async ({ tools, caller, values }) => {
    const given = Object.entries(values).filter(
      ([name, value]) => name in USER_SETTING_KINDS && value !== undefined,
    )
    await changeSettings(tools, caller, {
      fullName: values.full_name,
      email: values.email,
      oldPassword: values.old_password,
      newPassword: values.new_password,
      // Checked by their kinds, which give plain values.
      settings: Object.fromEntries(given) as SettingsRequest['settings'],
    })
  },
})

// What belongs to a person alone, or has no default in Zulip.
const NO_DEFAULTS = new Set([
  'allow_private_data_export',
  'default_language',
  'enable_login_emails',
  'enable_marketing_emails',
  'timezone',
])

const DEFAULTS: Readonly<Record<string, Parameter<unknown>>> = Object.fromEntries(
  Object.entries(SETTINGS).filter(([name]) => !NO_DEFAULTS.has(name)),
)

export const patchSettingsDefaults = endpoint({
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  summary: 'Change what new people of the organization have set',
  parameters: DEFAULTS,
  handle: async ({ tools, caller, values }) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined)
    // Checked by their kinds, which give plain values.
    const settings = Object.fromEntries(given) as SettingsRequest['settings']
    await changeSettingsDefaults(tools, caller, settings)
  },
})
