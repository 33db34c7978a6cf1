import type { RealmPropertyNow, RealmSettingsNow } from '../../../wire/organization.ts'
import { requireOwner } from '../../access/require-role.ts'
import { requireAdmin } from '../../access/require-role.ts'
import { act, type ActionTools, type ActionTx } from '../../events/act.ts'
import type { Actor, OuterActor } from '../../events/actor.ts'
import {
  canonical,
  discardGroupSetting,
  expectGroupSetting,
  groupSettingValue,
  sameSetting,
  storeGroupSetting,
} from '../../groups/store/group-setting-store.ts'
import { updateFullMembers } from '../../people/actions/full-members.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { GroupSettingValue } from '../../tenancy/group-setting-value.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import {
  REALM_PERMISSIONS,
  resolveSettings,
  type RealmPermissionName,
} from '../../tenancy/realm-settings.ts'
import { channelById } from '../../tenancy/store/channel-store.ts'
import { systemGroups } from '../../tenancy/store/group-store.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import { lockRealm, updateRealm } from '../store/realm-store.ts'
import { videoChatProviders } from '../video-chat-providers.ts'

interface PermissionChange {
  readonly new: GroupSettingValue
  readonly old?: GroupSettingValue
}

export interface RealmChange {
  readonly name: string | undefined
  readonly description: string | undefined
  /** Checked values by name. */
  readonly settings: Readonly<Record<string, RealmPropertyNow['value']>>
  readonly permissions: Readonly<Partial<Record<RealmPermissionName, PermissionChange | undefined>>>
}

// Only owners decide who is in the organization, or what happens to everybody's messages.
const OWNER_ONLY = new Set([
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
  'disallow_disposable_email_addresses',
  'emails_restricted_to_domains',
  'invite_required',
  'message_retention_days',
  'waiting_period_threshold',
])

/** Changes the given settings of the organization, and tells everybody about each change. @throws ApiError */
export async function changeRealm(actor: OuterActor, change: RealmChange): Promise<void> {
  const { tools, caller, viewer } = actor
  requireAdmin(caller)
  const given = [...Object.keys(change.settings), ...Object.keys(change.permissions)]
  if (given.some((name) => OWNER_ONLY.has(name))) requireOwner(caller)
  const { realmId } = viewer
  await act(tools, realmId, async (tx) => {
    const before = await lockRealm(tx, realmId)
    const stored: Record<string, unknown> = { ...before.settings }
    const texts = {
      name: change.name ?? before.name,
      description: change.description ?? before.description,
    }
    for (const property of ['name', 'description'] as const) {
      if (texts[property] !== before[property]) emitUpdate(tx, property, texts[property])
    }
    checkProvider(tools, change.settings)
    await changeSettings(tx, actor, change.settings, stored)
    for (const [name, permission] of Object.entries(change.permissions)) {
      // The names are those of the permissions themselves.
      if (permission !== undefined) {
        await changePermission(tx, realmId, stored, {
          name: name as RealmPermissionName,
          permission,
        })
      }
    }
    await updateRealm(tx, realmId, { ...texts, settings: stored })
    if ('waiting_period_threshold' in change.settings) {
      const { waiting_period_threshold: waitingDays } = resolveSettings(stored)
      await updateFullMembers(tx, tools, { realmId, waitingDays })
    }
  })
}

function emitUpdate(tx: ActionTx, property: string, value: RealmPropertyNow['value']): void {
  tx.emit({ realm: 'everyone' }, { type: 'realm', op: 'update', property, value })
}

function emitDict(tx: ActionTx, data: RealmSettingsNow): void {
  tx.emit({ realm: 'everyone' }, { type: 'realm', op: 'update_dict', property: 'default', data })
}

// Clients are told about these two together.
const EDITING = ['allow_message_editing', 'message_content_edit_limit_seconds'] as const

async function changeSettings(
  tx: ActionTx,
  { viewer }: Actor,
  given: RealmChange['settings'],
  stored: Record<string, unknown>,
): Promise<void> {
  const current = new Map<string, unknown>(Object.entries(resolveSettings(stored)))
  const changed = Object.entries(given).filter(([name, value]) => current.get(name) !== value)
  for (const [name, value] of changed) {
    const isChannel = name.endsWith('_stream_id') || name.endsWith('_channel_id')
    if (isChannel && value !== -1) await checkChannel(tx, viewer, name, Number(value))
    stored[name] = value
  }
  const names = changed.map(([name]) => name)
  const now = resolveSettings(stored)
  if (EDITING.some((name) => names.includes(name))) {
    const { allow_message_editing, message_content_edit_limit_seconds } = now
    emitDict(tx, { allow_message_editing, message_content_edit_limit_seconds })
  }
  for (const [name, value] of changed) {
    if (!EDITING.some((one) => one === name)) emitUpdate(tx, name, value)
  }
}

/** @throws ApiError for a channel that the caller cannot read, or in which all could read what moderators should */
async function checkChannel(
  tx: ActionTx,
  viewer: Viewer,
  name: string,
  channelId: number,
): Promise<void> {
  const channel = await channelById(tx, viewer, channelId)
  if (channel === undefined) throw refusal('Invalid channel ID')
  if (name === 'moderation_request_channel_id' && !channel.inviteOnly) {
    throw refusal('Moderation request channel must be private.')
  }
}

/** @throws ApiError for calls on a server that there is not */
function checkProvider(
  tools: Pick<ActionTools, 'isBigBlueButtonConfigured'>,
  { video_chat_provider: chosen }: RealmChange['settings'],
): void {
  const ids = Object.values(videoChatProviders(tools)).map(({ id }) => id)
  if (chosen === undefined || ids.some((id) => id === chosen)) return
  throw refusal(say('Invalid video_chat_provider %{value}', { value: String(chosen) }))
}

async function changePermission(
  tx: ActionTx,
  realmId: RealmId,
  stored: Record<string, unknown>,
  {
    name,
    permission,
  }: { readonly name: RealmPermissionName; readonly permission: PermissionChange },
): Promise<void> {
  const rule = { isSystemOnly: false, ...REALM_PERMISSIONS[name] }
  const chosen = resolveSettings(stored)[name]
  const holder = chosen ?? (await systemGroups(tx, realmId)).get(rule.default) ?? 0
  const current = await groupSettingValue(tx, realmId, holder)
  const old =
    permission.old === undefined ? undefined : await canonical(tx, realmId, permission.old)
  expectGroupSetting(old, current)
  const wanted = await canonical(tx, realmId, permission.new)
  if (sameSetting(current, wanted)) return
  stored[name] = await storeGroupSetting(tx, realmId, permission.new, { name, ...rule })
  await discardGroupSetting(tx, realmId, holder)
  emitDict(tx, { [name]: await groupSettingValue(tx, realmId, Number(stored[name])) })
}
