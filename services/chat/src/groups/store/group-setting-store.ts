import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { ApiError, refusal } from '../../tenancy/api-error.ts'
import type { GroupMembers, GroupSettingValue } from '../../tenancy/group-setting-value.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { groupSetting } from '../../tenancy/store/group-sql.ts'
import { say } from '../../tenancy/words/say.ts'
import { addToGroup } from './user-group-store.ts'

/** Restricts the values of a setting. */
export interface SettingRule {
  readonly name: string
  readonly allowEveryone: boolean
  readonly allowNobody?: boolean
  /** Accepts only a system group. */
  readonly isSystemOnly?: boolean
}

/**
 * Stores the value of a group setting; returns the group that holds it: a named group itself, or a new unnamed one for
 * any other set of users and groups.
 * @throws ApiError for users and groups that do not exist, and for system groups that `rule` forbids
 * @source docs/contract/chat.md, Group-setting value
 */
export async function storeGroupSetting(
  tx: Tx,
  realmId: RealmId,
  value: GroupSettingValue,
  rule?: SettingRule,
): Promise<number> {
  const simple = await canonical(tx, realmId, value)
  if (typeof simple === 'number') {
    await checkNamedGroup(tx, realmId, simple, { rule, isWhole: typeof value === 'number' })
    return simple
  }
  if (rule?.isSystemOnly === true) throw systemGroupRequired(rule.name)
  await checkMembers(tx, realmId, simple)
  const [group] = await tx.query<{ id: number }>(
    sql`insert into user_group (realm_id) values (${realmId}) returning id`,
  )
  const id = group?.id ?? 0
  await addToGroup(tx, realmId, id, { users: simple.direct_members })
  await addToGroup(tx, realmId, id, { subgroups: simple.direct_subgroups })
  return id
}

/** Deletes the unnamed group of a setting that has a new value. A named group stays. */
export async function discardGroupSetting(
  tx: Tx,
  realmId: RealmId,
  groupId: number,
): Promise<void> {
  await tx.execute(
    sql`delete from user_group where realm_id = ${realmId} and id = ${groupId} and name is null`,
  )
}

/** A setting's value as the API shows it. */
export async function groupSettingValue(
  tx: Tx,
  realmId: RealmId,
  groupId: number,
): Promise<GroupSettingValue> {
  const [row] = await tx.query<{ value: GroupSettingValue | null }>(
    sql`select ${groupSetting(realmId, sql`${groupId}`)} as value`,
  )
  if (row === undefined || row.value === null) throw new Error(`there is no group ${groupId}`)
  return row.value
}

/** The simplest form of a value, by which two of them are compared. */
export async function canonical(
  tx: Tx,
  realmId: RealmId,
  value: GroupSettingValue,
): Promise<GroupSettingValue> {
  if (typeof value === 'number') return value
  const members = distinct(value.direct_members)
  const subgroups = distinct(value.direct_subgroups)
  const [only] = subgroups
  if (members.length === 0 && only !== undefined && subgroups.length === 1) return only
  if (members.length > 0 || subgroups.length > 0) {
    return { direct_members: members, direct_subgroups: subgroups }
  }
  const [nobody] = await tx.query<{ id: number }>(
    sql`select id from user_group where realm_id = ${realmId} and is_system and name = 'role:nobody'`,
  )
  return nobody?.id ?? 0
}

export function sameSetting(one: GroupSettingValue, other: GroupSettingValue): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))
}

function ordered(value: GroupSettingValue): unknown {
  return typeof value === 'number'
    ? value
    : [distinct(value.direct_members), distinct(value.direct_subgroups)]
}

/**
 * Compares the value that a client expects with the actual one, both in their simplest forms; undefined expects
 * nothing.
 * @throws ApiError EXPECTATION_MISMATCH
 */
export function expectGroupSetting(
  old: GroupSettingValue | undefined,
  current: GroupSettingValue,
): void {
  if (old === undefined || sameSetting(old, current)) return
  throw new ApiError('EXPECTATION_MISMATCH', "'old' value does not match the expected value.", {
    field_name: 'old',
  })
}

function distinct(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

async function checkNamedGroup(
  tx: Tx,
  realmId: RealmId,
  id: number,
  { rule, isWhole }: { readonly rule: SettingRule | undefined; readonly isWhole: boolean },
): Promise<void> {
  const [group] = await tx.query<{ name: string; is_system: boolean; is_deactivated: boolean }>(
    sql`select name, is_system, is_deactivated from user_group
        where realm_id = ${realmId} and id = ${id} and name is not null`,
  )
  if (group === undefined) {
    throw refusal(isWhole ? 'Invalid user group' : say('Invalid user group ID: %{id}', { id }))
  }
  if (group.is_deactivated) throw refusal('User group is deactivated.')
  if (rule === undefined) return
  if (rule.isSystemOnly === true && !group.is_system) throw systemGroupRequired(rule.name)
  const isRefused =
    group.name === 'role:internet' ||
    (group.name === 'role:everyone' && !rule.allowEveryone) ||
    (group.name === 'role:nobody' && rule.allowNobody === false)
  if (isRefused)
    throw refusal(
      say("'%{name}' setting cannot be set to '%{group}' group.", {
        name: rule.name,
        group: group.name,
      }),
    )
}

function systemGroupRequired(name: string): ApiError {
  return new ApiError(
    'SYSTEM_GROUP_REQUIRED',
    say("'%{name}' must be a system user group.", { name }),
    {
      setting_name: name,
    },
  )
}

async function checkMembers(tx: Tx, realmId: RealmId, value: GroupMembers): Promise<void> {
  const [wrong] = await tx.query<{ id: number }>(
    sql`select given.id from unnest(${value.direct_members}::bigint[]) given (id)
        where not exists (select 1 from user_profile u where u.realm_id = ${realmId} and u.id = given.id and u.is_active
          and not u.is_system_bot) order by given.id limit 1`,
  )
  if (wrong !== undefined) throw refusal(say('Invalid user ID: %{id}', { id: wrong.id }))
  for (const id of value.direct_subgroups) {
    await checkNamedGroup(tx, realmId, id, { rule: undefined, isWhole: false })
  }
}

interface HolderNames {
  readonly groups: readonly string[]
  readonly users: readonly { readonly id: number; readonly fullName: string }[]
}

/** The names of the users and groups in a value, each in the order of their ids. */
export async function holderNames(
  tx: Tx,
  realmId: RealmId,
  value: GroupSettingValue,
): Promise<HolderNames> {
  const groupIds = typeof value === 'number' ? [value] : value.direct_subgroups
  const userIds = typeof value === 'number' ? [] : value.direct_members
  const groups = await tx.query<{ name: string }>(
    sql`select name from user_group where realm_id = ${realmId} and id = any(${groupIds}::bigint[]) order by id`,
  )
  const users = await tx.query<{ id: number; fullName: string }>(
    sql`select id, full_name as "fullName" from user_profile
        where realm_id = ${realmId} and id = any(${userIds}::bigint[]) order by id`,
  )
  return { groups: groups.map(({ name }) => name), users }
}

/** The values of settings as the API shows them, by the group that holds each. */
export async function groupSettingValues(
  tx: Tx,
  realmId: RealmId,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, unknown>> {
  const rows = await tx.query<{ id: number; value: unknown }>(
    sql`select g.id, ${groupSetting(realmId, sql`g.id`)} as value from unnest(${groupIds}::bigint[]) as g (id)`,
  )
  return new Map(rows.map(({ id, value }) => [id, value]))
}
