import type { GroupNow } from '../../../wire/groups.ts'
import { groupToChange, groupWithRight, type GroupAccess } from '../../access/group-access.ts'
import type { UserGroup } from '../../access/store/group.ts'
import { GROUP_SETTINGS, groupName, type GroupSettingName } from '../../access/user-group-rules.ts'
import { act, type ActionTx } from '../../events/act.ts'
import type { Actor, OuterActor } from '../../events/actor.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { CHANNEL_PERMISSION_NAMES } from '../../tenancy/channel-permissions.ts'
import { GROUP_PERMISSIONS } from '../../tenancy/group-permissions.ts'
import type { GroupSettingValue } from '../../tenancy/group-setting-value.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { REALM_PERMISSIONS } from '../../tenancy/realm-settings.ts'
import { requirePermission } from '../../tenancy/settings.ts'
import { systemGroups } from '../../tenancy/store/group-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { groupClients } from '../group-clients.ts'
import { userGroup } from '../store/group-objects.ts'
import {
  canonical,
  discardGroupSetting,
  expectGroupSetting,
  groupSettingValue,
  sameSetting,
  storeGroupSetting,
} from '../store/group-setting-store.ts'
import {
  addToGroup,
  insertGroup,
  isGroupNameTaken,
  updateGroup,
  updateGroupSetting,
  usesOfGroup,
} from '../store/user-group-store.ts'
import { requireActive, requireSubgroups } from './change-group-members.ts'

type Settings<T> = Readonly<Partial<Record<GroupSettingName, T | undefined>>>

export interface GroupPlan {
  readonly name: string
  readonly description: string
  readonly members: readonly number[]
  readonly subgroups: readonly number[]
  readonly settings: Settings<GroupSettingValue>
}

/** Creates a group; returns its id. @throws ApiError */
export async function createGroup(actor: OuterActor, plan: GroupPlan): Promise<number> {
  const { tools, caller, viewer } = actor
  await requirePermission(tools.database, tools, actor, 'can_create_groups')
  const { realmId } = viewer
  return await act(tools, realmId, async (tx) => {
    await requireActive(tx, realmId, plan.members)
    const name = groupName(plan.name)
    const settings = await storedSettings(tx, actor, plan.settings)
    await requireSubgroups(tx, realmId, plan.subgroups)
    await requireFreeName(tx, realmId, { name, groupId: 0 })
    const id = await insertGroup(tx, realmId, {
      name,
      description: plan.description,
      creatorId: caller.id,
      createdAt: new Date(tools.now()),
      settings,
    })
    await addToGroup(tx, realmId, id, { users: [...new Set(plan.members)] })
    await addToGroup(tx, realmId, id, { subgroups: [...new Set(plan.subgroups)] })
    const group = await userGroup(tx, realmId, id)
    tx.emit({ realm: 'everyone' }, { type: 'user_group', op: 'add', group })
    return id
  })
}

async function requireFreeName(
  tx: ActionTx,
  realmId: RealmId,
  { name, groupId }: { readonly name: string; readonly groupId: number },
): Promise<void> {
  if (await isGroupNameTaken(tx, realmId, name, groupId)) {
    throw refusal(say("User group '%{name}' already exists.", { name }))
  }
}

async function storedSettings(
  tx: ActionTx,
  { caller, viewer }: Actor,
  given: Settings<GroupSettingValue>,
): Promise<Record<GroupSettingName, number>> {
  const system = await systemGroups(tx, viewer.realmId)
  const stored: Partial<Record<GroupSettingName, number>> = {}
  for (const name of GROUP_SETTINGS) {
    const rule = GROUP_PERMISSIONS[name]
    const fallback =
      rule.default === 'group_creator'
        ? { direct_members: [caller.id], direct_subgroups: [] }
        : (system.get(rule.default) ?? 0)
    const value = given[name] ?? fallback
    stored[name] = await storeGroupSetting(tx, viewer.realmId, value, settingRule(name))
  }
  // Every name was just set.
  return stored as Record<GroupSettingName, number>
}

function settingRule(name: GroupSettingName) {
  return { name, allowEveryone: GROUP_PERMISSIONS[name].allowEveryone, allowNobody: true }
}

interface SettingChange {
  readonly new: GroupSettingValue
  readonly old?: GroupSettingValue
}

export interface GroupChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly isDeactivated?: boolean | undefined
  readonly settings: Settings<SettingChange>
}

/** Changes the given properties of a group. @throws ApiError */
export async function editGroup(actor: OuterActor, id: number, change: GroupChange): Promise<void> {
  const { tools, viewer } = actor
  const { realmId } = viewer
  await act(tools, realmId, async (tx) => {
    const group = await groupWithRight(tx, actor, await groupToChange(tx, actor, id), [])
    const isBack = change.isDeactivated === false && group.is_deactivated
    if (isBack) await reactivate(tx, realmId, group)
    const now = { ...group, is_deactivated: group.is_deactivated && !isBack }
    await editTexts(tx, realmId, now, change)
    for (const name of GROUP_SETTINGS) {
      const setting = change.settings[name]
      if (setting !== undefined) await editSetting(tx, realmId, now, { name, setting })
    }
  })
}

function emitUpdate(
  tx: ActionTx,
  group: Pick<UserGroup, 'id' | 'is_deactivated'>,
  data: GroupNow,
): void {
  tx.emit(
    { realm: 'everyone' },
    { type: 'user_group', op: 'update', group_id: group.id, data },
    groupClients(group),
  )
}

async function editTexts(
  tx: ActionTx,
  realmId: RealmId,
  group: GroupAccess,
  change: GroupChange,
): Promise<void> {
  if (change.name !== undefined && change.name !== group.name) {
    const name = groupName(change.name)
    await requireFreeName(tx, realmId, { name, groupId: group.id })
    await updateGroup(tx, realmId, group.id, { name })
    emitUpdate(tx, group, { name })
  }
  const { description } = change
  if (description !== undefined && description !== group.description) {
    await updateGroup(tx, realmId, group.id, { description })
    emitUpdate(tx, group, { description })
  }
}

async function editSetting(
  tx: ActionTx,
  realmId: RealmId,
  group: GroupAccess,
  { name, setting }: { readonly name: GroupSettingName; readonly setting: SettingChange },
): Promise<void> {
  const current = await groupSettingValue(tx, realmId, group[name])
  const old = setting.old === undefined ? undefined : await canonical(tx, realmId, setting.old)
  expectGroupSetting(old, current)
  const wanted = await canonical(tx, realmId, setting.new)
  if (sameSetting(current, wanted)) return
  const holder = await storeGroupSetting(tx, realmId, setting.new, settingRule(name))
  await updateGroupSetting(tx, realmId, group.id, { name, holder })
  await discardGroupSetting(tx, realmId, group[name])
  emitUpdate(tx, group, { [name]: await groupSettingValue(tx, realmId, holder) })
}

async function reactivate(tx: ActionTx, realmId: RealmId, group: GroupAccess): Promise<void> {
  await updateGroup(tx, realmId, group.id, { isDeactivated: false })
  emitUpdate(tx, group, { deactivated: false })
  tx.emit(
    { realm: 'everyone' },
    { type: 'user_group', op: 'add', group: await userGroup(tx, realmId, group.id) },
    { clients: 'without_deactivated_groups' },
  )
}

/** @throws ApiError CANNOT_DEACTIVATE_GROUP_IN_USE saying what still uses the group */
export async function deactivateGroup(actor: OuterActor, id: number): Promise<void> {
  const { tools, viewer } = actor
  await act(tools, viewer.realmId, async (tx) => {
    const group = await groupWithRight(tx, actor, await groupToChange(tx, actor, id), [])
    if (group.is_deactivated) throw refusal('User group is already deactivated.')
    const objections = await objectionsTo(tx, actor, id)
    if (objections.length > 0) {
      throw new ApiError('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', {
        objections,
      })
    }
    await updateGroup(tx, viewer.realmId, id, { isDeactivated: true })
    emitUpdate(tx, { id, is_deactivated: true }, { deactivated: true })
    tx.emit(
      { realm: 'everyone' },
      { type: 'user_group', op: 'remove', group_id: id },
      { clients: 'without_deactivated_groups' },
    )
  })
}

async function objectionsTo(
  tx: ActionTx,
  { caller, viewer }: Actor,
  id: number,
): Promise<readonly unknown[]> {
  const use = await usesOfGroup(tx, viewer.realmId, id, CHANNEL_PERMISSION_NAMES)
  const { settings } = caller.realm
  const realmSettings = Object.keys(REALM_PERMISSIONS).filter((name) => {
    // The names are those of the settings themselves.
    const holder = settings[name as keyof typeof REALM_PERMISSIONS]
    return holder !== null && use.holders.includes(holder)
  })
  return [
    ...(use.supergroupIds.length === 0
      ? []
      : [{ type: 'subgroup', supergroup_ids: use.supergroupIds }]),
    ...use.groups.map((one) => ({ type: 'user_group', ...one })),
    ...use.channels.map((one) => ({ type: 'channel', ...one })),
    ...(realmSettings.length === 0 ? [] : [{ type: 'realm', settings: realmSettings }]),
  ]
}
