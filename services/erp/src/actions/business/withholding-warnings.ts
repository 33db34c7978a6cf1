import type { ErrorEntry } from '../../errors.ts'
import { regimesWithheld, WITHHOLDS_NO_ISR } from '../../messages/withholdings.ts'
import { findUnwithheld } from '../../store/withholding-store.ts'
import type { ActionContext } from './action.ts'

/**
 * Documents by which a person of one of these régimenes is paid by a company that withholds no ISR of him: a warning,
 * since goods of a 612 and what only its parties know may bear none.
 * @source docs/decisions/0240-erp-documents.md
 */
export async function withholdingWarnings(
  { tx, caller }: ActionContext,
  model: 'Venta' | 'Compra',
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ErrorEntry[]>> {
  const rows = await findUnwithheld(tx, caller.empresa, { model, ids, regimes: regimesWithheld })
  return new Map(
    rows.map(({ id, folio, regimen }) => {
      const message = WITHHOLDS_NO_ISR({ model, folio, regime: regimen })
      return [id, [{ code: 'WITHHOLDING_MISSING', field: 'retenciones', message }]] as const
    }),
  )
}
