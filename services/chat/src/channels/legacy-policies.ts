import type { Tx } from '@oficina/kit/database.ts'

import type { ActionTools } from '../events/act.ts'
import type { RealmId } from '../tenancy/realm-id.ts'

/** The system groups that the old posting policies stand for, by group id. */
export interface LegacyPolicies {
  readonly admins: number
  readonly fullMembers: number
  readonly moderators: number
}

export async function legacyPolicies(
  tx: Tx,
  tools: Pick<ActionTools, 'systemGroups'>,
  realmId: RealmId,
): Promise<LegacyPolicies> {
  const groups = await tools.systemGroups.of(tx, realmId)
  return {
    admins: groups.get('role:administrators') ?? 0,
    fullMembers: groups.get('role:fullmembers') ?? 0,
    moderators: groups.get('role:moderators') ?? 0,
  }
}
