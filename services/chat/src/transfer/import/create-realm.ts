import type { Tx } from '@oficina/kit/database.ts'

import { GROUP_SETTINGS } from '../../access/user-group-rules.ts'
import { hashApiKey, newApiKey, sealApiKey } from '../../people/api-key.ts'
import { insertRealm } from '../../realm/store/first-realm-store.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { ROLE } from '../../tenancy/roles.ts'
import { systemGroups } from '../../tenancy/store/group-store.ts'
import {
  insertGroupMembers,
  insertGroups,
  insertUsers,
  joinRoleGroups,
  prepareRealm,
  setBotOwners,
  setGroupSettings,
} from '../store/import-people-store.ts'
import type { Archive } from './read-archive.ts'
import type { ArchivePeople } from './read-people.ts'

export interface NewOrganization {
  readonly host: string
  /** Null: that of the host. */
  readonly url: string | null
  readonly secret: Buffer
  readonly nowMs: number
}

export interface CreatedPeople {
  readonly realmId: RealmId
  readonly users: Readonly<Record<string, number>>
  readonly groups: Readonly<Record<string, number>>
}

const DAY_MS = 86_400_000

/** Adds the organization with its people and groups; nobody can come in yet. */
export async function createRealm(
  tx: Tx,
  { realm, people }: Archive,
  organization: NewOrganization,
): Promise<CreatedPeople> {
  const { host, url } = organization
  const realmId = await insertRealm(tx, { host, name: realm.name, createdAt: realm.createdAt })
  await prepareRealm(tx, realmId, { description: realm.description, url, settings: realm.settings })
  const users = await addUsers(tx, realmId, people, organization)
  const waiting = Number(realm.settings['waiting_period_threshold'] ?? 0)
  await joinRoleGroups(tx, realmId, new Date(organization.nowMs - waiting * DAY_MS))
  const groups = await addGroups(tx, realmId, people, users)
  return { realmId, users, groups }
}

const SYSTEM_BOTS = [
  ['notification-bot', 'Notification Bot'],
  ['welcome-bot', 'Welcome Bot'],
] as const

async function addUsers(
  tx: Tx,
  realmId: RealmId,
  { users, systemBots }: ArchivePeople,
  { host, secret, nowMs }: NewOrganization,
): Promise<Readonly<Record<string, number>>> {
  const bots = SYSTEM_BOTS.map(([name, fullName]) => ({
    delivery_email: `${name}@${host.split(':')[0]}`,
    full_name: fullName,
    role: ROLE.member,
    is_active: true,
    bot_type: 1,
    created_at: new Date(nowMs),
    timezone: '',
    email_address_visibility: 1,
    is_system_bot: true,
    settings: {},
    ...keyColumns(secret),
  }))
  const people = users.map((user) => ({
    delivery_email: user.email,
    full_name: user.fullName,
    role: user.role,
    is_active: user.isActive,
    bot_type: user.botType,
    created_at: user.joinedAt,
    timezone: user.timezone,
    email_address_visibility: user.emailVisibility,
    is_system_bot: false,
    settings: user.settings,
    ...keyColumns(secret),
  }))
  const [notificationBot, welcomeBot] = await insertUsers(tx, realmId, bots)
  const made = await insertUsers(tx, realmId, people)
  const ids: Record<string, number> = {}
  for (const [at, { id }] of users.entries()) ids[id] = made[at] ?? 0
  for (const [id, name] of systemBots) {
    ids[id] = (name === 'welcome-bot' ? welcomeBot : notificationBot) ?? 0
  }
  const owned = users.filter(({ botOwnerId }) => botOwnerId !== null)
  await setBotOwners(
    tx,
    realmId,
    owned.map(({ id, botOwnerId }) => ({ id: ids[id], owner_id: ids[botOwnerId ?? 0] })),
  )
  return ids
}

/** A new key, which its owner fetches with a password. */
function keyColumns(secret: Buffer) {
  const key = newApiKey()
  return {
    api_key_hash: hashApiKey(key).toString('hex'),
    api_key_cipher: sealApiKey(key, secret).toString('hex'),
  }
}

async function addGroups(
  tx: Tx,
  realmId: RealmId,
  people: ArchivePeople,
  users: Readonly<Record<string, number>>,
): Promise<Readonly<Record<string, number>>> {
  const system = await systemGroups(tx, realmId)
  const ids: Record<string, number> = {}
  for (const [id, name] of people.systemGroups) ids[id] = system.get(name) ?? 0
  const rows = people.groups.map(({ name, description, creatorId, createdAt, isDeactivated }) => ({
    name,
    description,
    creator_id: creatorId === null ? null : users[creatorId],
    created_at: createdAt,
    is_deactivated: isDeactivated,
  }))
  const made = await insertGroups(tx, realmId, rows)
  for (const [at, { id }] of people.groups.entries()) ids[id] = made[at] ?? 0
  const named = people.groups.filter(({ name }) => name !== null)
  const nobody = system.get('role:nobody')
  await setGroupSettings(
    tx,
    realmId,
    named.map(({ id, settings }) => ({
      id: ids[id],
      ...Object.fromEntries(
        GROUP_SETTINGS.map((name) => [name, ids[settings[name] ?? 0] ?? nobody]),
      ),
    })),
  )
  await insertGroupMembers(
    tx,
    realmId,
    people.memberships.map(({ group, user }) => ({ group_id: ids[group], user_id: users[user] })),
    people.subgroups.map(({ group, subgroup }) => ({
      group_id: ids[group],
      subgroup_id: ids[subgroup],
    })),
  )
  return ids
}
