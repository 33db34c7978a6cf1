import type { ErrorEntry } from '../../../errors.ts'
import { findCatalogIds } from '../../../store/catalogs/catalog-ids.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import type { CancelledRecord, Unfinished } from '../cfdi/cfdi-kind.ts'
import type { Changes } from '../changes.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { reversalOf } from '../contabilidad/reversal-of.ts'
import { cancelReceivables } from '../cuentas-por-cobrar/store/receivable-store.ts'
import { cancelledMail } from './decisions/invoice-mail.ts'
import { freeSaleStock } from './free-sale-stock.ts'
import { findSalesToInvoice } from './store/invoice-store.ts'

/** The action that cancels sales and their invoices. */
export const CANCEL_SALE = 'cancelar_venta'

/**
 * Collects what follows when the invoices of locked sales are cancelled: they are owed no more, booked the other way round,
 * and what was still put aside is free. What was delivered stays delivered.
 */
export async function cancelInvoices(
  context: ActionContext,
  changes: Changes,
  cancelled: readonly CancelledRecord[],
): Promise<Unfinished> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now, today } = moment
  const ids = cancelled.map(({ registro }) => registro)
  const periods = await loadPeriods(tx, empresa, { days: [today], module: 'ventas' })
  const closed = periods.problemOf(today)
  if (closed !== null) return new Map<string, ErrorEntry>(ids.map((id) => [id, closed]))
  const sales = await findSalesToInvoice(tx, empresa, ids)
  await freeSaleStock(context, changes, ids)
  const open = await findOpenEntries(tx, empresa, { model: 'Venta', ids })
  const reasons = await findCatalogIds(context, {
    MotivoCancelacionCfdi: cancelled.map(({ motivo }) => motivo),
  })
  for (const { registro, motivo } of cancelled) {
    const sale = sales.get(registro)
    if (sale === undefined) continue
    const { id, folio, estado, total, uuid } = sale
    changes.move('Venta', { id, folio, estado }, 'cancelada', {
      fields: { motivo_cancelacion: reasons.find('MotivoCancelacionCfdi', motivo) },
      told: { total, uuid },
      noted: { motivo_sat: motivo },
    })
    changes.mail(cancelledMail(sale))
  }
  const cfdis = cancelled.map(({ cfdi }) => cfdi)
  changes.also({ write: () => cancelReceivables(tx, empresa, { cfdis, now }) })
  changes.post({
    reversals: open.map((entry) =>
      reversalOf(entry, {
        folio: sales.get(entry.registro ?? '')?.folio ?? '',
        day: today,
        periods,
      }),
    ),
  })
  return new Map()
}
