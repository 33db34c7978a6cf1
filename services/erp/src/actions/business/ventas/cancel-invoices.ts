import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { enqueueEvents, enqueueMails } from '../../../store/outbox-store.ts'
import type { ActionContext } from '../action.ts'
import type { CancelledRecord, StampEffects } from '../cfdi/cfdi-kind.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import type { Numbering } from '../contabilidad/effects/entry-folios.ts'
import { cancelReceivables } from '../cuentas-por-cobrar/store/receivable-store.ts'
import { releaseReservations } from '../inventario/reserve-stock.ts'
import { cancelledMail } from './decisions/invoice-mail.ts'
import { cancelSales, lockSalesToInvoice, type InvoiceSale } from './store/invoice-store.ts'
import { findSaleLines, setReservations } from './store/sale-store.ts'

/** The action that cancels sales and their invoices. */
export const CANCEL_SALE = 'cancelar_venta'

/**
 * What follows when the invoices of sales are cancelled: they are owed no more, booked the other way round, and what was
 * still put aside is free. What was delivered stays delivered.
 */
export async function cancelInvoices(
  context: ActionContext,
  cancelled: readonly CancelledRecord[],
): Promise<StampEffects> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const ids = cancelled.map(({ registro }) => registro)
  const sales = [...(await lockSalesToInvoice(tx, empresa, ids)).values()]
  const periods = await loadPeriods(tx, empresa, { days: [moment.today], module: 'ventas' })
  const closed = periods.problemOf(moment.today)
  if (closed !== null) {
    const refused = new Map<string, ErrorEntry>(ids.map((id) => [id, closed]))
    return {
      refused,
      postings: { entries: [], reversals: [] },
      counters: new Map(),
      write: () => Promise.resolve(),
    }
  }
  await freeStock(context, ids)
  const open = await findOpenEntries(tx, empresa, { model: 'Venta', ids })
  const folios = new Map(sales.map(({ id, folio }) => [id, folio]))
  return {
    refused: new Map(),
    postings: {
      entries: [],
      reversals: open.map((entry) => ({
        open: entry,
        fecha: moment.today,
        periodo: periods.idOf(moment.today),
        concepto: `Reversa de ${entry.folio}: ${folios.get(entry.registro ?? '') ?? ''}`,
      })),
    },
    counters: new Map([[AUDIT_COUNTER, sales.length]]),
    write: (numbering) => write(context, { sales, cancelled }, numbering),
  }
}

async function freeStock(context: ActionContext, ids: readonly string[]): Promise<void> {
  const { tx, caller, moment } = context
  const lines = await findSaleLines(tx, caller.empresa, ids)
  const held = lines.filter(({ reserva }) => reserva !== null)
  await releaseReservations(
    context,
    held.flatMap(({ reserva }) => reserva ?? []),
  )
  await setReservations(tx, caller.empresa, {
    lines: held.map(({ id }) => ({ id, reserva: null })),
    now: moment.now,
  })
}

async function write(
  { tx, caller, moment: { now } }: ActionContext,
  of: { readonly sales: readonly InvoiceSale[]; readonly cancelled: readonly CancelledRecord[] },
  { numbers }: Numbering,
): Promise<void> {
  const { empresa } = caller
  const { sales } = of
  const motives = new Map(of.cancelled.map(({ registro, motivo }) => [registro, motivo]))
  const motiveOf = ({ id }: InvoiceSale) => motives.get(id) ?? ''
  await Promise.all([
    cancelSales(tx, empresa, {
      sales: sales.map((sale) => ({ id: sale.id, motivo: motiveOf(sale) })),
      now,
    }),
    cancelReceivables(tx, empresa, { cfdis: of.cancelled.map(({ cfdi }) => cfdi), now }),
    enqueueMails(tx, empresa, { mails: sales.map(cancelledMail), now }),
    enqueueEvents(tx, empresa, {
      events: sales.map(({ id, folio, total, uuid }) => ({
        modelo: 'Venta',
        evento: 'cancelada',
        registro: id,
        datos: { folio, estado: 'cancelada', total, uuid },
      })),
      now,
    }),
    recordAudit(tx, caller, {
      entries: sales.map((sale) => ({
        id: numbers(AUDIT_COUNTER),
        model: 'Venta',
        recordId: sale.id,
        operation: 'accion' as const,
        action: CANCEL_SALE,
        reason: null,
        before: { estado: sale.estado },
        after: { estado: 'cancelada', motivo_cancelacion: motiveOf(sale), uuid: sale.uuid },
      })),
      now,
    }),
  ])
}
