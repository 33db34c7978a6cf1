import {
  REALM_DEFAULTS,
  REALM_PERMISSIONS,
  resolveSettings,
  type RealmPermissionName,
} from '../../tenancy/realm-settings.ts'
import { USER_SETTINGS } from '../../tenancy/user-settings.ts'
import type { TopicsPolicy } from '../../tenancy/viewer.ts'
import { CHANNEL_COLUMNS, toColumn, topicsPolicyNumber } from '../archive/column-names.ts'

type Row = Readonly<Record<string, unknown>>
type Stored = { readonly settings: Readonly<Record<string, unknown>> }

// What this server decides, not the organization.
const NOT_COLUMNS = new Set(['authentication_methods', 'push_notifications_enabled'])

/** The organization's row: every setting a column, as in Zulip's table. */
export function realmRow(
  { settings: stored, ...row }: Row & Stored,
  systemGroups: ReadonlyMap<string, number>,
): Row {
  const settings = resolveSettings(stored)
  const plain = Object.keys(REALM_DEFAULTS).flatMap((name) => {
    if (NOT_COLUMNS.has(name)) return []
    // The names are those of the settings themselves.
    const value = settings[name as keyof typeof REALM_DEFAULTS]
    const column = CHANNEL_COLUMNS[name as keyof typeof CHANNEL_COLUMNS]
    if (column !== undefined) return [[column, value === -1 ? null : value] as const]
    if (name === 'topics_policy') {
      return [[name, topicsPolicyNumber(settings.topics_policy)] as const]
    }
    return [[name, toColumn(name, value)] as const]
  })
  // Object.entries types names as text.
  const names = Object.keys(REALM_PERMISSIONS) as readonly RealmPermissionName[]
  const permissions = names.map((name) => {
    const group = settings[name] ?? systemGroups.get(REALM_PERMISSIONS[name].default) ?? null
    return [name, group] as const
  })
  return { ...row, ...Object.fromEntries(plain), ...Object.fromEntries(permissions) }
}

const NOT_USER_COLUMNS = new Set([
  'available_notification_sounds',
  'emojiset_choices',
  // These stand in columns of the account.
  'email_address_visibility',
  'timezone',
])

/** An account's row: every setting a column. */
export function userRow({ settings, ...row }: Row & Stored): Row {
  const columns = Object.entries(USER_SETTINGS)
    .filter(([name]) => !NOT_USER_COLUMNS.has(name))
    .map(([name, value]) => [name, toColumn(name, settings[name] ?? value)])
  return { ...row, ...Object.fromEntries(columns) }
}

export function channelRow(row: Row & { readonly topics_policy: TopicsPolicy }): Row {
  return { ...row, topics_policy: topicsPolicyNumber(row.topics_policy) }
}
