import type { Tx } from '@oficina/kit/database.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'
import { writeBalances } from '../store/balance-store.ts'
import { lockLaterClosed } from '../store/period-store.ts'

/**
 * Writes the balances of closed periods anew that come after periods in which something was posted: those of months that
 * follow an adjustment period, which stays open longer than they do.
 * @source docs/decisions/0242-erp-entries.md
 */
export async function refreshBalances(
  tx: Tx,
  empresa: EmpresaId,
  { periods, now }: { readonly periods: readonly string[]; readonly now: string },
): Promise<void> {
  if (periods.length === 0) return
  const ids = await lockLaterClosed(tx, empresa, [...new Set(periods)])
  await writeBalances(tx, empresa, { ids, now })
}
