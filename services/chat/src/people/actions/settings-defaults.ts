import { requireAdmin } from '../../access/require-role.ts'
import { act, type Tools } from '../../events/act.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { USER_SETTINGS } from '../../tenancy/user-settings.ts'
import { lockMembership } from '../store/account-change.ts'
import { settingsDefaults, storeSettingsDefaults } from '../store/user-settings-store.ts'

/** Changes what people who come from now on have set. `given`: checked values by name. @throws ApiError */
export async function changeSettingsDefaults(
  tools: Tools,
  caller: Caller,
  given: Readonly<Record<string, boolean | number | string>>,
): Promise<void> {
  requireAdmin(caller)
  const { id: realmId } = caller.realm
  await act(tools, realmId, async (tx) => {
    await lockMembership(tx, realmId)
    const now: Readonly<Record<string, unknown>> = {
      ...USER_SETTINGS,
      ...(await settingsDefaults(tx, realmId)),
    }
    const changes = Object.entries(given).filter(([name, value]) => now[name] !== value)
    if (changes.length === 0) return
    await storeSettingsDefaults(tx, realmId, Object.fromEntries(changes))
    for (const [property, value] of changes) {
      const event = { type: 'realm_user_settings_defaults', op: 'update', property, value } as const
      tx.emit({ realm: 'everyone' }, event)
    }
  })
}
