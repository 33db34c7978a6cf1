import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { enqueueEvents, enqueueMails } from '../../../store/outbox-store.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import type { CfdiKind, StampedRecord, StampEffects } from '../cfdi/cfdi-kind.ts'
import type { Numbering } from '../contabilidad/effects/entry-folios.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { dueDates, type DueDates } from '../cuentas-por-cobrar/decisions/due-dates.ts'
import { receivableFolios } from '../cuentas-por-cobrar/new-receivables.ts'
import { findTerms, insertReceivables } from '../cuentas-por-cobrar/store/receivable-store.ts'
import { cancelInvoices } from './cancel-invoices.ts'
import { invoiceMail } from './decisions/invoice-mail.ts'
import type { WholeSale } from './decisions/sale-cfdi.ts'
import { saleEntry } from './decisions/sale-entry.ts'
import { planSaleEntries } from './sale-books.ts'
import { invoiceSales, lockSalesToInvoice, type InvoiceSale } from './store/invoice-store.ts'
import { wholeSales } from './whole-sales.ts'

/** The action that stamps sales; its entry rules and its rows in the audit log go by this name. */
export const STAMP_SALE = 'timbrar_venta'

/** What a stamp does to a sale: it is invoiced, owed and booked, and the customer gets it. */
export const SALE_KIND: CfdiKind = {
  model: 'Venta',
  lock: async (tx, empresa, registros) => {
    await lockSalesToInvoice(tx, empresa, registros)
  },
  finish,
  cancel: cancelInvoices,
}

interface Invoiced extends WholeSale {
  readonly stamped: StampedRecord
  readonly entry: EntryPosting
  readonly due: DueDates
}

async function finish(
  context: ActionContext,
  stamped: readonly StampedRecord[],
): Promise<StampEffects> {
  const { tx, caller } = context
  const { empresa } = caller
  const byRecord = new Map(stamped.map((one) => [one.registro, one]))
  const rows = await lockSalesToInvoice(tx, empresa, [...byRecord.keys()])
  const whole = await wholeSales(tx, empresa, [...rows.values()])
  const dayOf = ({ id }: InvoiceSale) => byRecord.get(id)?.fecha ?? ''
  const entries = await planSaleEntries(context, {
    model: 'Venta',
    event: STAMP_SALE,
    sources: whole.map((one) => saleEntry(one, dayOf(one.sale))),
  })
  const terms = await findTerms(tx, empresa, [
    ...new Set(whole.map(({ sale }) => sale.condicion_pago)),
  ])
  const refused = new Map<string, ErrorEntry>()
  const invoiced = whole.flatMap((one): readonly Invoiced[] => {
    const { id, condicion_pago, total } = one.sale
    const entry = entries.get(id)
    const stamp = byRecord.get(id)
    if (entry === undefined || stamp === undefined) return []
    if (!entry.ok) {
      refused.set(id, entry.error)
      return []
    }
    const due = dueDates(terms.get(condicion_pago) ?? AT_ONCE, {
      fecha: stamp.fecha,
      entrega: null,
      total,
    })
    return [{ ...one, stamped: stamp, entry: entry.value, due }]
  })
  const folios = await receivableFolios(
    context,
    invoiced.map((one) => one.stamped.fecha),
  )
  return {
    refused,
    postings: { entries: invoiced.map(({ entry }) => entry), reversals: [] },
    counters: new Map([
      ['cuenta_por_cobrar', invoiced.length],
      [
        'cuenta_por_cobrar_parcialidad',
        invoiced.reduce((sum, { due }) => sum + due.partes.length, 0),
      ],
      [AUDIT_COUNTER, invoiced.length],
    ]),
    write: (numbering) => write(context, { invoiced, folios }, numbering),
  }
}

const AT_ONCE = { dias: 0, es_contado: true, partes: [] }

async function write(
  context: ActionContext,
  {
    invoiced,
    folios,
  }: { readonly invoiced: readonly Invoiced[]; readonly folios: readonly string[] },
  { numbers }: Numbering,
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now } = moment
  const owed = invoiced.map((one, index) => {
    const id = numbers('cuenta_por_cobrar')
    const parts = one.due.partes.map((part) => ({
      ...part,
      id: numbers('cuenta_por_cobrar_parcialidad'),
      cuenta: id,
    }))
    return { row: { id, folio: folios[index] ?? '', ...receivableOf(one) }, parts }
  })
  await Promise.all([
    invoiceSales(tx, empresa, {
      sales: invoiced.map(({ sale, stamped }) => ({
        id: sale.id,
        uuid: stamped.uuid,
        fecha_timbrado: stamped.fechaTimbrado,
      })),
      now,
    }),
    insertReceivables(tx, empresa, {
      rows: owed.map(({ row }) => row),
      parts: owed.flatMap(({ parts }) => parts),
      now,
    }),
    tell(context, invoiced, numbers),
  ])
}

/** The customer, subscribers and the audit log. */
async function tell(
  { tx, caller, moment: { now } }: ActionContext,
  invoiced: readonly Invoiced[],
  numbers: Numbering['numbers'],
): Promise<void> {
  await Promise.all([
    enqueueMails(tx, caller.empresa, {
      mails: invoiced.map(({ sale, stamped }) => invoiceMail(sale, stamped)),
      now,
    }),
    enqueueEvents(tx, caller.empresa, {
      events: invoiced.map(({ sale, stamped }) => ({
        modelo: 'Venta',
        evento: 'facturada',
        registro: sale.id,
        datos: { folio: sale.folio, estado: 'facturada', total: sale.total, uuid: stamped.uuid },
      })),
      now,
    }),
    recordAudit(tx, caller, {
      entries: invoiced.map(({ sale, stamped }) => ({
        id: numbers(AUDIT_COUNTER),
        model: 'Venta',
        recordId: sale.id,
        operation: 'accion' as const,
        action: STAMP_SALE,
        reason: null,
        before: { estado: sale.estado },
        after: { estado: 'facturada', uuid: stamped.uuid, cfdi: stamped.cfdi },
      })),
      now,
    }),
  ])
}

function receivableOf({ sale, stamped, due }: Invoiced) {
  return {
    fecha: stamped.fecha,
    cliente: sale.cliente,
    tipo: 'factura' as const,
    venta: sale.id,
    cfdi: stamped.cfdi,
    uuid: stamped.uuid,
    moneda: sale.moneda,
    tipo_cambio: sale.tipo_cambio,
    condicion_pago: sale.condicion_pago,
    vencimiento: due.vencimiento,
    vendedor: sale.vendedor,
    subtotal: amountText(cents(sale.subtotal) - cents(sale.descuento)),
    impuestos: sale.impuestos,
    retenciones: sale.retenciones,
    total: sale.total,
    poliza: null,
  }
}
