import {
  canonical,
  discardGroupSetting,
  expectGroupSetting,
  groupSettingValue,
  holderNames,
  sameSetting,
  storeGroupSetting,
} from '../../groups/store/group-setting-store.ts'
import { refusal } from '../../tenancy/api-error.ts'
import {
  API_CHANNEL_PERMISSIONS,
  CHANNEL_PERMISSIONS,
  DELETE_PERMISSIONS,
  type ApiChannelPermission,
} from '../../tenancy/channel-permissions.ts'
import type { GroupSettingValue } from '../../tenancy/group-setting-value.ts'
import { requirePermission } from '../../tenancy/settings.ts'
import { silentMention } from '../../tenancy/silent-mention.ts'
import { hasContentAccess, type Channel } from '../../tenancy/viewer.ts'
import { CHANNEL_NOTICES } from '../channel-notices.ts'
import { legacyPolicies } from '../legacy-policies.ts'
import { setChannelGroup } from '../store/channel-write.ts'
import { reread, tell, type ChannelEdit } from './channel-edit.ts'
import { emitChannelUpdate, knowersOf, whoKnows } from './channel-events.ts'
import { emitAccessChange } from './channel-privacy.ts'

export interface GroupSettingChange {
  readonly new: GroupSettingValue
  readonly old?: GroupSettingValue
}

export type GroupSettingChanges = Readonly<
  Partial<Record<ApiChannelPermission, GroupSettingChange>>
>

/** Sets the permissions of a channel that a request gives, in the order of their names. */
export async function changeGroupSettings(
  edit: ChannelEdit,
  changes: GroupSettingChanges,
): Promise<Channel> {
  let { channel } = edit
  for (const name of API_CHANNEL_PERMISSIONS) {
    const change = changes[name]
    if (change !== undefined) channel = await changeGroupSetting({ ...edit, channel }, name, change)
  }
  return channel
}

async function changeGroupSetting(
  edit: ChannelEdit,
  name: ApiChannelPermission,
  change: GroupSettingChange,
): Promise<Channel> {
  const { tx, actor, channel } = edit
  const { realmId } = actor.viewer
  const old = await groupSettingValue(tx, realmId, channel.groups[name])
  const wanted = await canonical(tx, realmId, change.new)
  const expected = change.old === undefined ? undefined : await canonical(tx, realmId, change.old)
  expectGroupSetting(expected, old)
  if (sameSetting(wanted, old)) return channel
  await requireRight(edit, name)
  const { allowEveryone } = CHANNEL_PERMISSIONS[name]
  const group = await storeGroupSetting(tx, realmId, change.new, { name, allowEveryone })
  const before = await whoKnows(tx, realmId, channel)
  await setChannelGroup(tx, { realmId, id: channel.id }, name, group)
  const now = await reread(edit)
  const value = await groupSettingValue(tx, realmId, group)
  await emitAccessChange(tx, actor.tools, realmId, {
    before,
    after: await whoKnows(tx, realmId, now),
    property: { property: name, value },
  })
  if (name === 'can_send_message_group') {
    await emitPostingPolicy(edit, now)
    const [oldText, newText] = [await holdersText(edit, old), await holdersText(edit, value)]
    tell(edit, CHANNEL_NOTICES.postingChanged(silentMention(actor.caller), oldText, newText))
  }
  await discardGroupSetting(tx, realmId, channel.groups[name])
  return now
}

async function requireRight(
  { tx, actor: { tools, caller, viewer }, channel }: ChannelEdit,
  name: ApiChannelPermission,
): Promise<void> {
  if (DELETE_PERMISSIONS.includes(name)) {
    await requirePermission(tx, tools, { caller, viewer }, 'can_set_delete_message_policy_group')
  }
  const rule = CHANNEL_PERMISSIONS[name]
  if ('needsContentAccess' in rule && !hasContentAccess(viewer, channel)) {
    throw refusal('Channel content access is required.')
  }
}

/** Old clients know a number for who may post, if the group corresponds to one. */
async function emitPostingPolicy({ tx, actor, channel }: ChannelEdit, now: Channel): Promise<void> {
  const { realmId } = actor.viewer
  const legacy = await legacyPolicies(tx, actor.tools, realmId)
  const policyOf = ({ groups }: Channel) => {
    const group = groups.can_send_message_group
    if (group === legacy.admins) return 2
    if (group === legacy.fullMembers) return 3
    return group === legacy.moderators ? 4 : 1
  }
  const policy = policyOf(now)
  if (policyOf(channel) === policy) return
  const audience = await knowersOf(tx, realmId, now)
  emitChannelUpdate(tx, audience, now, { property: 'stream_post_policy', value: policy })
  emitChannelUpdate(tx, audience, now, { property: 'is_announcement_only', value: policy === 2 })
}

/** Who has a permission, in words: silent mentions of groups, then of users. */
async function holdersText(
  { tx, actor: { viewer } }: ChannelEdit,
  value: GroupSettingValue,
): Promise<string> {
  const { groups, users } = await holderNames(tx, viewer.realmId, value)
  return [...groups.map((name) => `@_*${name}*`), ...users.map(silentMention)].join(', ')
}
