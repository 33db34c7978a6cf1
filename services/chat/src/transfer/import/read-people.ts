import type { Kind } from '@oficina/api/kind.ts'

import { GROUP_SETTINGS, type GroupSettingName } from '../../access/user-group-rules.ts'
import { USER_SETTING_KINDS } from '../../people/endpoints/user-setting-parameters.ts'
import { isEmailAddress } from '../../people/person-name.ts'
import { ApiError } from '../../tenancy/api-error.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import { ROLE, ROLES, SYSTEM_GROUPS, type Role, type SystemGroup } from '../../tenancy/roles.ts'
import { USER_SETTINGS } from '../../tenancy/user-settings.ts'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import { fromColumn } from '../archive/column-names.ts'
import {
  flagIn,
  idIn,
  idOrNull,
  integerIn,
  referenceIn,
  textIn,
  timeIn,
  timeOrNull,
  wrong,
  type ArchiveRow,
} from '../archive/row-fields.ts'
import type { NotCarried } from './not-carried.ts'
import type { Tables } from './read-organization.ts'

interface ArchiveUser {
  readonly id: number
  readonly email: string
  readonly fullName: string
  readonly role: Role
  readonly isActive: boolean
  readonly botType: number | null
  readonly botOwnerId: number | null
  readonly timezone: string
  readonly joinedAt: Date
  readonly emailVisibility: number
  /** What differs from the defaults. */
  readonly settings: Readonly<Record<string, unknown>>
}

interface ArchiveGroup {
  readonly id: number
  /** Null: it holds the value of one setting. */
  readonly name: string | null
  readonly description: string
  readonly creatorId: number | null
  readonly isDeactivated: boolean
  readonly createdAt: Date | null
  readonly settings: Readonly<Partial<Record<GroupSettingName, number>>>
}

export interface ArchivePeople {
  readonly users: readonly ArchiveUser[]
  /** Bots of the other server itself, by what they are here. */
  readonly systemBots: ReadonlyMap<number, 'notification-bot' | 'welcome-bot'>
  /** Everybody who may be named. */
  readonly known: ReadonlyMap<number, true>
  readonly groups: readonly ArchiveGroup[]
  readonly systemGroups: ReadonlyMap<number, SystemGroup>
  readonly knownGroups: ReadonlyMap<number, true>
  readonly memberships: readonly { readonly group: number; readonly user: number }[]
  readonly subgroups: readonly { readonly group: number; readonly subgroup: number }[]
}

export const USERS = 'zerver_userprofile'

export function readPeople(tables: Tables, notCarried: NotCarried): ArchivePeople {
  const rows = [...tables.zerver_userprofile, ...tables.zerver_userprofile_mirrordummy]
  const users = withOwner(rows.map((row) => readUser(row, notCarried)))
  const systemBots = new Map(tables.zerver_userprofile_crossrealm.map(systemBot))
  const known = new Map<number, true>()
  for (const id of [...users.map((user) => user.id), ...systemBots.keys()]) {
    if (known.has(id)) throw new ArchiveProblem(`${USERS} has the id ${id} twice`)
    known.set(id, true)
  }
  refuseTwins(users)
  for (const row of rows) {
    if (idOrNull(row, 'bot_owner') !== null) referenceIn(row, 'bot_owner', { known, table: USERS })
  }
  return { users, systemBots, known, ...readGroups(tables, known) }
}

/** Somebody must be able to let the others in: where nobody owns the organization, its first administrator or person. */
function withOwner(users: readonly ArchiveUser[]): readonly ArchiveUser[] {
  const people = users.filter(({ isActive, botType }) => isActive && botType === null)
  const [first] = people.toSorted((a, b) => a.role - b.role || a.id - b.id)
  if (first === undefined) {
    throw new ArchiveProblem(`${USERS} has no active person, who could be the owner`)
  }
  return users.map((user) => (user === first ? { ...user, role: ROLE.owner } : user))
}

function refuseTwins(users: readonly ArchiveUser[]): void {
  const seen = new Set<string>()
  for (const { email } of users) {
    const key = email.toLowerCase()
    if (seen.has(key)) throw new ArchiveProblem(`${USERS} has the address ${email} twice`)
    seen.add(key)
  }
}

function readUser(row: ArchiveRow, notCarried: NotCarried): ArchiveUser {
  const email = textIn(row, 'delivery_email', { max: 254 }).trim()
  if (!isEmailAddress(email)) throw wrong(row, 'delivery_email', 'an email address')
  const role = ROLES.find((one) => one === row.fields['role'])
  if (role === undefined) throw wrong(row, 'role', `one of ${ROLES.join(', ')}`)
  const isBot = flagIn(row, 'is_bot', false)
  return {
    id: idIn(row, 'id'),
    email,
    fullName: nameOf(textIn(row, 'full_name', { max: 1_000 }), email),
    role,
    isActive: flagIn(row, 'is_active', true) && !flagIn(row, 'is_mirror_dummy', false),
    botType: isBot ? integerIn(row, 'bot_type', { min: 1, max: 4, fallback: 1 }) : null,
    botOwnerId: isBot ? idOrNull(row, 'bot_owner') : null,
    timezone: settingOr(row, 'timezone', USER_SETTING_KINDS.timezone, ''),
    joinedAt: timeIn(row, 'date_joined'),
    emailVisibility: integerIn(row, 'email_address_visibility', { min: 1, max: 5, fallback: 1 }),
    settings: settingsOf(row, notCarried),
  }
}

/** Without what would end a mention. */
function nameOf(text: string, email: string): string {
  const plain = text
    .replaceAll(/[*`\\>"@\p{C}]/gu, '')
    .replace(/\|\d+$/, '')
    .trim()
  const name = Array.from(plain).slice(0, LIMITS.fullName).join('').trim()
  return name === '' ? (email.split('@')[0] ?? email) : name
}

function settingOr<T>(row: ArchiveRow, name: string, kind: Kind<T>, fallback: T): T {
  try {
    return kind.check(row.fields[name] ?? fallback, [name])
  } catch (error) {
    if (error instanceof ApiError) return fallback
    throw error
  }
}

const IN_COLUMNS = new Set(['timezone', 'email_address_visibility'])

function settingsOf(row: ArchiveRow, notCarried: NotCarried): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries<Kind<unknown>>(USER_SETTING_KINDS)) {
    const value = fromColumn(name, row.fields[name])
    // The names are those of the settings themselves.
    const standard = USER_SETTINGS[name as keyof typeof USER_SETTINGS]
    if (value === undefined || value === standard || IN_COLUMNS.has(name)) continue
    const carried = settingOr({ ...row, fields: { [name]: value } }, name, kind, undefined)
    if (carried === undefined) notCarried.add(`settings ${name} with a value that is not allowed`)
    else found[name] = carried
  }
  return found
}

function systemBot(row: ArchiveRow): [number, 'notification-bot' | 'welcome-bot'] {
  const email = textIn(row, 'email', { max: 254, fallback: '' })
  return [idIn(row, 'id'), email.startsWith('welcome-bot@') ? 'welcome-bot' : 'notification-bot']
}

type Groups = Pick<
  ArchivePeople,
  'groups' | 'systemGroups' | 'knownGroups' | 'memberships' | 'subgroups'
>

function readGroups(tables: Tables, known: ReadonlyMap<number, true>): Groups {
  const knownGroups = new Map<number, true>(
    tables.zerver_usergroup.map((row) => [idIn(row, 'id'), true]),
  )
  const groups = { known: knownGroups, table: 'zerver_usergroup' }
  const people = { known, table: USERS }
  const systemGroups = new Map<number, SystemGroup>()
  const named = new Map<number, ArchiveGroup>()
  for (const row of tables.zerver_namedusergroup) {
    referenceIn(row, 'usergroup_ptr', groups)
    const id = idIn(row, 'usergroup_ptr')
    const name = textIn(row, 'name', { max: 1_000 })
    if (!flagIn(row, 'is_system_group', false)) {
      named.set(id, readGroup(row, { id, name, groups, people }))
      continue
    }
    const system = SYSTEM_GROUPS.find((one) => one === name)
    if (system === undefined) throw wrong(row, 'name', `one of ${SYSTEM_GROUPS.join(', ')}`)
    systemGroups.set(id, system)
  }
  const all = [...knownGroups.keys()]
    .filter((id) => !systemGroups.has(id))
    .toSorted((a, b) => a - b)
  const isOwn = ({ group }: { readonly group: number }) => !systemGroups.has(group)
  return {
    groups: all.map((id) => named.get(id) ?? unnamed(id)),
    systemGroups,
    knownGroups,
    memberships: tables.zerver_usergroupmembership
      .map((row) => {
        referenceIn(row, 'user_group', groups)
        referenceIn(row, 'user_profile', people)
        return { group: idIn(row, 'user_group'), user: idIn(row, 'user_profile') }
      })
      .filter(isOwn),
    subgroups: tables.zerver_groupgroupmembership
      .map((row) => {
        referenceIn(row, 'supergroup', groups)
        referenceIn(row, 'subgroup', groups)
        return { group: idIn(row, 'supergroup'), subgroup: idIn(row, 'subgroup') }
      })
      .filter(isOwn),
  }
}

function unnamed(id: number): ArchiveGroup {
  const plain = { description: '', creatorId: null, isDeactivated: false, createdAt: null }
  return { id, name: null, settings: {}, ...plain }
}

interface GroupParts {
  readonly id: number
  readonly name: string
  readonly groups: Parameters<typeof referenceIn>[2]
  readonly people: Parameters<typeof referenceIn>[2]
}

function readGroup(row: ArchiveRow, { id, name, groups, people }: GroupParts): ArchiveGroup {
  if (idOrNull(row, 'creator') !== null) referenceIn(row, 'creator', people)
  const settings: Partial<Record<GroupSettingName, number>> = {}
  for (const setting of GROUP_SETTINGS) {
    if (idOrNull(row, setting) === null) continue
    referenceIn(row, setting, groups)
    settings[setting] = idIn(row, setting)
  }
  return {
    id,
    name: Array.from(name).slice(0, LIMITS.userGroupName).join(''),
    description: textIn(row, 'description', { max: 10_000, fallback: '' }),
    creatorId: idOrNull(row, 'creator'),
    isDeactivated: flagIn(row, 'deactivated', false),
    createdAt: timeOrNull(row, 'date_created'),
    settings,
  }
}
