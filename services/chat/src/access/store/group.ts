import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { GROUP_SETTINGS, type GroupSettingName } from '../user-group-rules.ts'

/** A named group; each setting is the group that holds it. */
export interface UserGroup extends Readonly<Record<GroupSettingName, number>> {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly is_system: boolean
  readonly is_deactivated: boolean
}

const SETTING_COLUMNS = trusted(GROUP_SETTINGS.join(', '))

/** The group, with its row locked, for a change that depends on its current state. */
export async function lockGroup(
  tx: Tx,
  realmId: RealmId,
  id: number,
): Promise<UserGroup | undefined> {
  const [row] = await tx.query<UserGroup>(
    sql`select id, name, description, is_system, is_deactivated, ${SETTING_COLUMNS} from user_group
        where realm_id = ${realmId} and id = ${id} and name is not null for no key update`,
  )
  return row
}

/** Those of the groups that exist and have a name, by id. */
export async function groupsByIds(
  tx: Tx,
  realmId: RealmId,
  ids: readonly number[],
): Promise<readonly UserGroup[]> {
  return await tx.query<UserGroup>(
    sql`select id, name, description, is_system, is_deactivated, ${SETTING_COLUMNS} from user_group
        where realm_id = ${realmId} and id = any(${ids}::bigint[]) and name is not null order by id`,
  )
}
