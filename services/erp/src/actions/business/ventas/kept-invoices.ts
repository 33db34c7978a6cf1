import type { ErrorEntry } from '../../../errors.ts'
import { INVOICE_HAS_DEPENDENTS, SALE_SETTLED } from '../../../messages/invoiced-sales.ts'
import type { ActionContext } from '../action.ts'
import type { CancelReason } from '../cfdi/request-cancellations.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { seenBy, toldDependents } from '../told-dependents.ts'
import { findCollected } from './store/invoice-store.ts'
import { findSaleDependents } from './store/sale-store.ts'

/** What keeps invoices of sales: money, advances, and closed books. */
export async function keptInvoices(
  context: ActionContext,
  ids: readonly string[],
  { motivo }: Pick<CancelReason, 'motivo'>,
): Promise<ReadonlyMap<string, ErrorEntry>> {
  const { tx, caller, moment } = context
  const [collected, dependents, periods] = await Promise.all([
    findCollected(tx, caller.empresa, ids),
    findSaleDependents(tx, caller.empresa, ids),
    loadPeriods(tx, caller.empresa, { days: [moment.today], module: 'ventas' }),
  ])
  const closed = periods.problemOf(moment.today)
  const isSeen = seenBy(context)
  const keeping = Map.groupBy(
    dependents.filter(({ modelo }) => KEEPING[modelo]?.includes(motivo) === true),
    ({ venta }) => venta,
  )
  const problemOf = (id: string): ErrorEntry | null => {
    const taken = collected.get(id)
    if (taken !== undefined) return paid(id, taken)
    const kept = keeping.get(id)
    if (kept === undefined) return closed
    const { dependents: told, told: what } = toldDependents(kept, isSeen)
    const message = INVOICE_HAS_DEPENDENTS({ id, what })
    return { code: 'HAS_DEPENDENTS', message, dependents: told }
  }
  return new Map(
    ids.flatMap((id) => {
      const problem = problemOf(id)
      return problem === null ? [] : [[id, problem] as const]
    }),
  )
}

/** The reasons for which records of a model keep an invoice. */
const KEEPING: Readonly<Record<string, readonly string[]>> = {
  AnticipoVenta: ['01', '02', '03', '04'],
}

function paid(
  id: string,
  { total, saldo }: { readonly total: string; readonly saldo: string },
): ErrorEntry {
  const message = SALE_SETTLED({ id, total, owed: saldo })
  return { code: 'INVALID_STATE', field: 'estado', message }
}
