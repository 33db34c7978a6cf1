import type { Kind } from '@oficina/api/kind.ts'
import { jsonOrText, nullable } from '@oficina/api/kinds.ts'
import { defaulted, optional, type Parameter, type Values } from '@oficina/api/parameter.ts'

import {
  boolean,
  choice,
  groupSetting,
  groupSettingChange,
  integer,
  jsonText,
} from '../../api/kinds.ts'
import {
  API_CHANNEL_PERMISSIONS,
  type ApiChannelPermission,
} from '../../tenancy/channel-permissions.ts'
import type { GroupSettingValue } from '../../tenancy/group-setting-value.ts'
import { TOPICS_POLICIES, type TopicsPolicy } from '../../tenancy/viewer.ts'
import type { GroupSettingChange, GroupSettingChanges } from '../actions/channel-group-settings.ts'
import type { ChannelPlan } from '../actions/create-channel.ts'

/** One of the policies; clients send it as JSON and as plain text. */
export const topicsPolicy: Kind<TopicsPolicy> = jsonOrText(choice(TOPICS_POLICIES))

/** Days or one of two words; which, is checked after who asks. */
export const retention: Kind<string | number> = jsonOrText({
  isRaw: true,
  schema: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  check: (value, place) =>
    typeof value === 'number' ? integer().check(value, place) : jsonText().check(value, place),
})

type GroupParameters = {
  readonly [K in ApiChannelPermission]: Parameter<GroupSettingValue | undefined>
}

/** The group settings as a new channel takes them. */
// Object.fromEntries forgets the names, which are those of the settings.
const groupParameters = Object.fromEntries(
  API_CHANNEL_PERMISSIONS.map((name) => [name, optional(groupSetting)]),
) as GroupParameters

type GroupChangeParameters = {
  readonly [K in ApiChannelPermission]: Parameter<GroupSettingChange | undefined>
}

/** The group settings as an update takes them. */
// As above.
export const groupChangeParameters = Object.fromEntries(
  API_CHANNEL_PERMISSIONS.map((name) => [name, optional(groupSettingChange)]),
) as GroupChangeParameters

export function groupChanges(values: Values<GroupChangeParameters>): GroupSettingChanges {
  const given = API_CHANNEL_PERMISSIONS.map((name) => [name, values[name]] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

/** What a new channel may be given, however it is made. */
export const newChannelParameters = {
  ...groupParameters,
  announce: defaulted(boolean, false),
  invite_only: defaulted(boolean, false),
  is_web_public: defaulted(boolean, false),
  is_default_stream: defaulted(boolean, false),
  history_public_to_subscribers: optional(nullable(boolean)),
  message_retention_days: defaulted(retention, 'realm_default'),
  topics_policy: defaulted(topicsPolicy, 'inherit'),
  folder_id: defaulted(nullable(integer()), null),
}

export function channelPlan(values: Values<typeof newChannelParameters>): ChannelPlan {
  const given = API_CHANNEL_PERMISSIONS.map((name) => [name, values[name]] as const)
  return {
    announce: values.announce,
    inviteOnly: values.invite_only,
    isWebPublic: values.is_web_public,
    isDefault: values.is_default_stream,
    historyPublicToSubscribers: values.history_public_to_subscribers ?? undefined,
    messageRetentionDays: values.message_retention_days,
    topicsPolicy: values.topics_policy,
    folderId: values.folder_id,
    groups: Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  }
}
