import { lockRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import type { CfdiKind, StampedRecord, Unfinished } from '../cfdi/cfdi-kind.ts'
import type { Changes } from '../changes.ts'
import { CANCEL_SALE, cancelInvoices } from './cancel-invoices.ts'
import { invoiceMail } from './decisions/invoice-mail.ts'
import { invoiceSales, planInvoices, STAMP_SALE } from './invoice-sales.ts'

/** What a stamp does to a sale: it is invoiced, owed and booked, and the customer gets it. */
export const SALE_KIND: CfdiKind = {
  model: 'Venta',
  actions: { stamp: STAMP_SALE, cancel: CANCEL_SALE },
  lock: (context, ids) => lockRows(context, 'Venta', { ids, fields: [] }),
  finish,
  cancel: cancelInvoices,
}

async function finish(
  context: ActionContext,
  changes: Changes,
  stamped: readonly StampedRecord[],
): Promise<Unfinished> {
  const stamps = new Map(stamped.map((one) => [one.registro, one]))
  const { invoiced, refused } = await planInvoices(context, stamps)
  await invoiceSales(context, changes, { invoiced, isShared: false })
  changes.mail(...invoiced.map(({ sale, stamped: stamp }) => invoiceMail(sale, stamp)))
  return refused
}
