import type { Account } from '../../access/store/account.ts'
import type { ActionTx } from '../../events/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { ROLE } from '../../tenancy/roles.ts'
import { activeCounts } from '../store/account-change.ts'

/** Whether the organization would have no owner without this account. */
export async function isLastOwner(
  tx: ActionTx,
  realmId: RealmId,
  { role, bot_type: botType }: Pick<Account, 'role' | 'bot_type'>,
): Promise<boolean> {
  if (role !== ROLE.owner || botType !== null) return false
  return (await activeCounts(tx, realmId)).owners === 1
}
