import { enqueueMails } from '../../../store/outbox-store.ts'
import type { ActionContext } from '../action.ts'
import type { CfdiKind, StampedRecord, StampEffects } from '../cfdi/cfdi-kind.ts'
import { cancelInvoices } from './cancel-invoices.ts'
import { invoiceMail } from './decisions/invoice-mail.ts'
import { invoiceEffects, planInvoices, STAMP_SALE, type Invoiced } from './invoice-sales.ts'
import { invoiceSales, lockSalesToInvoice } from './store/invoice-store.ts'

/** What a stamp does to a sale: it is invoiced, owed and booked, and the customer gets it. */
export const SALE_KIND: CfdiKind = {
  model: 'Venta',
  lock: async (tx, empresa, registros) => {
    await lockSalesToInvoice(tx, empresa, registros)
  },
  finish,
  cancel: cancelInvoices,
}

async function finish(
  context: ActionContext,
  stamped: readonly StampedRecord[],
): Promise<StampEffects> {
  const stamps = new Map(stamped.map((one) => [one.registro, one]))
  const { invoiced, refused } = await planInvoices(context, stamps)
  const effects = await invoiceEffects(context, invoiced, {
    action: STAMP_SALE,
    isShared: false,
  })
  return {
    ...effects,
    refused,
    write: async (numbering) => {
      await effects.write(numbering)
      await deliver(context, invoiced)
    },
  }
}

async function deliver(
  { tx, caller, moment: { now } }: ActionContext,
  invoiced: readonly Invoiced[],
): Promise<void> {
  await Promise.all([
    invoiceSales(tx, caller.empresa, {
      sales: invoiced.map(({ sale, stamped }) => ({
        id: sale.id,
        uuid: stamped.uuid,
        fecha_timbrado: stamped.fechaTimbrado,
      })),
      now,
    }),
    enqueueMails(tx, caller.empresa, {
      mails: invoiced.map(({ sale, stamped }) => invoiceMail(sale, stamped)),
      now,
    }),
  ])
}
