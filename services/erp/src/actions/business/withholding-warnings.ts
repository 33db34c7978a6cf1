import type { ErrorEntry } from '../../errors.ts'
import { findUnwithheld } from '../../store/withholding-store.ts'
import type { ActionContext } from './action.ts'

/** What a company withholds of whom it pays, by his régimen. */
const USUAL: ReadonlyMap<string, string> = new Map([
  ['606', '10 % of ISR, and two thirds of the IVA'],
  ['612', '10 % of ISR of professional services, and two thirds of their IVA'],
  ['626', '1.25 % of ISR, and of services two thirds of the IVA'],
])

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
  const rows = await findUnwithheld(tx, caller.empresa, { model, ids, regimes: [...USUAL.keys()] })
  return new Map(
    rows.map(({ id, folio, regimen }) => {
      const message =
        `${model} ${folio} withholds no ISR, but who is paid is a person of the régimen ${regimen}, and who pays ` +
        `a company: it usually withholds ${USUAL.get(regimen) ?? ''}. A GrupoFiscalArticulo of the party or the article says so.`
      return [id, [{ code: 'WITHHOLDING_MISSING', field: 'retenciones', message }]] as const
    }),
  )
}
