import type { Kind } from '@oficina/api/kind.ts'

import { REALM_SETTING_KINDS } from '../../realm/endpoints/realm-setting-parameters.ts'
import { ApiError } from '../../tenancy/api-error.ts'
import {
  REALM_DEFAULTS,
  REALM_PERMISSIONS,
  type RealmPermissionName,
} from '../../tenancy/realm-settings.ts'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import { CHANNEL_COLUMNS, fromColumn, topicsPolicyOf } from '../archive/column-names.ts'
import {
  idIn,
  idOrNull,
  referenceIn,
  textIn,
  textOrNull,
  timeIn,
  type ArchiveRow,
} from '../archive/row-fields.ts'
import type { NotCarried } from './not-carried.ts'
import type { ArchiveChannel } from './read-channels.ts'
import type { Tables } from './read-organization.ts'
import type { ArchivePeople } from './read-people.ts'

export interface ArchiveRealm {
  readonly name: string
  readonly description: string
  readonly createdAt: Date
  /** The other server's, where the archive says. */
  readonly host: string | null
  readonly url: string | null
  /** What differs from the defaults. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Settings that name channels, by the archive's ids. */
  readonly channels: Readonly<Record<string, number>>
  readonly permissions: Readonly<Partial<Record<RealmPermissionName, number>>>
}

export function readRealm(
  tables: Tables,
  { knownGroups, systemGroups }: ArchivePeople,
  { known }: { readonly known: ReadonlyMap<number, ArchiveChannel> },
  notCarried: NotCarried,
): ArchiveRealm {
  const [row, ...others] = tables.zerver_realm
  if (row === undefined || others.length > 0) {
    throw new ArchiveProblem(
      `zerver_realm has ${others.length + (row === undefined ? 0 : 1)} rows, and must have one`,
    )
  }
  const channels: Record<string, number> = {}
  for (const [name, column] of Object.entries(CHANNEL_COLUMNS)) {
    const isSet = (row.fields[column] ?? null) !== null && row.fields[column] !== -1
    if (!isSet) continue
    referenceIn(row, column, { known, table: 'zerver_stream' })
    channels[name] = idIn(row, column)
  }
  const permissions: Partial<Record<RealmPermissionName, number>> = {}
  // Object.keys types its result as text.
  for (const name of Object.keys(REALM_PERMISSIONS) as readonly RealmPermissionName[]) {
    const group = idOrNull(row, name)
    if (group === null) continue
    referenceIn(row, name, { known: knownGroups, table: 'zerver_usergroup' })
    if (systemGroups.get(group) !== REALM_PERMISSIONS[name].default) permissions[name] = group
  }
  return {
    name: textIn(row, 'name', { max: 1_000 }).slice(0, 100),
    description: textIn(row, 'description', { max: 10_000, fallback: '' }),
    createdAt: timeIn(row, 'date_created'),
    host: textOrNull(row, 'host', 255),
    url: textOrNull(row, 'url', 255),
    settings: settingsOf(row, notCarried),
    channels,
    permissions,
  }
}

function settingsOf(row: ArchiveRow, notCarried: NotCarried): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(REALM_SETTING_KINDS)) {
    const given = row.fields[name]
    const value = name === 'topics_policy' ? topicsPolicyOf(given) : fromColumn(name, given)
    // The names are those of the settings themselves.
    const standard = REALM_DEFAULTS[name as keyof typeof REALM_DEFAULTS]
    if (value === undefined || value === standard || name in CHANNEL_COLUMNS) continue
    if (value === null && name.endsWith('_limit_seconds')) found[name] = null
    else if (fits(kind, value, name)) found[name] = value
    else notCarried.add(`the setting ${name} of the organization, whose value is not allowed`)
  }
  return found
}

function fits(kind: Kind<unknown>, value: unknown, name: string): boolean {
  if (value === null) return false
  try {
    kind.check(value, [name])
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
