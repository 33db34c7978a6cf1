import type { ErrorEntry } from '../../../errors.ts'
import { STAMPED_RUN_STAYS } from '../../../messages/payroll-cfdi.ts'
import type { ActionContext } from '../action.ts'
import { findReceiptsOfRuns, isTold } from './store/stamped-receipt-store.ts'

/** Why a run is neither computed again nor taken back: the SAT has a receipt of it. */
export async function stampedProblem(
  { tx, caller }: ActionContext,
  run: { readonly id: string; readonly folio: string },
): Promise<ErrorEntry | null> {
  const receipts = await findReceiptsOfRuns(tx, caller.empresa, [run.id])
  const told = receipts.find(isTold)
  if (told === undefined) return null
  const message = STAMPED_RUN_STAYS({ run: run.folio, receipt: told.folio })
  return { code: 'INVALID_STATE', message }
}
