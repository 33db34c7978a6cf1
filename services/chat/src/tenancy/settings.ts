import type { Tx } from '@oficina/kit/database.ts'

import { refusal } from './api-error.ts'
import { REALM_PERMISSIONS, type RealmPermissionName } from './realm-settings.ts'
import type { SystemGroupCache } from './store/group-store.ts'
import type { Caller, Realm } from './store/user-store.ts'
import { USER_SETTINGS } from './user-settings.ts'
import type { Viewer } from './viewer.ts'

interface HasSystemGroups {
  readonly systemGroups: SystemGroupCache
}

/** The group that holds a permission of the organization. */
export async function permissionGroup(
  tx: Tx,
  tools: HasSystemGroups,
  realm: Pick<Realm, 'id' | 'settings'>,
  name: RealmPermissionName,
): Promise<number> {
  const chosen = realm.settings[name]
  if (chosen !== null) return chosen
  const groups = await tools.systemGroups.of(tx, realm.id)
  return groups.get(REALM_PERMISSIONS[name].default) ?? 0
}

/** @throws ApiError "Insufficient permission" */
export async function requirePermission(
  tx: Tx,
  tools: HasSystemGroups,
  { caller, viewer }: { readonly caller: Caller; readonly viewer: Viewer },
  name: RealmPermissionName,
): Promise<void> {
  const group = await permissionGroup(tx, tools, caller.realm, name)
  if (!viewer.groups.has(group)) throw refusal('Insufficient permission')
}

/** A user's setting, or its default. */
export function userSetting(
  caller: Pick<Caller, 'settings'>,
  name: keyof typeof USER_SETTINGS,
): unknown {
  return caller.settings[name] ?? USER_SETTINGS[name]
}
