import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import type { StampedRecord, StampEffects } from '../cfdi/cfdi-kind.ts'
import type { Numbering } from '../contabilidad/effects/entry-folios.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { planSaleEntries } from '../contabilidad/plan-sale-entries.ts'
import { dueDates, type DueDates } from '../cuentas-por-cobrar/decisions/due-dates.ts'
import { receivableFolios } from '../cuentas-por-cobrar/new-receivables.ts'
import { findTerms, insertReceivables } from '../cuentas-por-cobrar/store/receivable-store.ts'
import type { WholeSale } from './decisions/sale-cfdi.ts'
import { saleEntry } from './decisions/sale-entry.ts'
import { lockSalesToInvoice, type InvoiceSale } from './store/invoice-store.ts'
import { wholeSales } from './whole-sales.ts'

/** The action that stamps sales; the entry rules of what was sold go by this name. */
export const STAMP_SALE = 'timbrar_venta'

/** A sale whose CFDI is stamped, with what is booked and owed. */
export interface Invoiced extends WholeSale {
  readonly stamped: StampedRecord
  readonly entry: EntryPosting
  readonly due: DueDates
}

interface PlannedInvoices {
  readonly invoiced: readonly Invoiced[]
  /** Why others cannot be booked. */
  readonly refused: ReadonlyMap<string, ErrorEntry>
}

/** What stamps make of sales, by the id of the sale. */
export async function planInvoices(
  context: ActionContext,
  stamps: ReadonlyMap<string, StampedRecord>,
): Promise<PlannedInvoices> {
  const { tx, caller } = context
  const { empresa } = caller
  const rows = await lockSalesToInvoice(tx, empresa, [...stamps.keys()])
  const whole = await wholeSales(tx, empresa, [...rows.values()])
  const dayOf = ({ id }: InvoiceSale) => stamps.get(id)?.fecha ?? ''
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
    const stamped = stamps.get(id)
    if (entry === undefined || stamped === undefined) return []
    if (!entry.ok) {
      refused.set(id, entry.error)
      return []
    }
    const due = dueDates(terms.get(condicion_pago) ?? AT_ONCE, {
      fecha: stamped.fecha,
      entrega: null,
      total,
      decimals: one.sale.decimales,
    })
    return [{ ...one, stamped, entry: entry.value, due }]
  })
  return { invoiced, refused }
}

const AT_ONCE = { dias: 0, es_contado: true, partes: [] }

/** How sales are invoiced: by which action, and whether their CFDI, with its UUID, is that of other sales, too. */
interface Invoicing {
  readonly action: string
  readonly isShared: boolean
}

/** What follows of invoiced sales however they are invoiced: they are owed and booked; subscribers and the audit log know. */
export async function invoiceEffects(
  context: ActionContext,
  invoiced: readonly Invoiced[],
  how: Invoicing,
): Promise<Omit<StampEffects, 'refused'>> {
  const folios = await receivableFolios(
    context,
    invoiced.map((one) => one.stamped.fecha),
  )
  return {
    postings: { entries: invoiced.map(({ entry }) => entry), reversals: [] },
    counters: new Map([
      ['cuenta_por_cobrar', invoiced.length],
      [
        'cuenta_por_cobrar_parcialidad',
        invoiced.reduce((sum, { due }) => sum + due.partes.length, 0),
      ],
      [AUDIT_COUNTER, invoiced.length],
    ]),
    write: async ({ numbers }) => {
      // One after the other: of two that fail together the first one says why.
      await owe(context, { invoiced, folios, how }, numbers)
      await tell(context, { invoiced, how }, numbers)
    },
  }
}

async function owe(
  { tx, caller, moment }: ActionContext,
  {
    invoiced,
    folios,
    how,
  }: {
    readonly invoiced: readonly Invoiced[]
    readonly folios: readonly string[]
    readonly how: Invoicing
  },
  numbers: Numbering['numbers'],
): Promise<void> {
  const owed = invoiced.map((one, index) => {
    const id = numbers('cuenta_por_cobrar')
    const parts = one.due.partes.map((part) => ({
      ...part,
      id: numbers('cuenta_por_cobrar_parcialidad'),
      cuenta: id,
    }))
    return { row: { id, folio: folios[index] ?? '', ...receivableOf(one, how) }, parts }
  })
  await insertReceivables(tx, caller.empresa, {
    rows: owed.map(({ row }) => row),
    parts: owed.flatMap(({ parts }) => parts),
    now: moment.now,
  })
}

async function tell(
  { tx, caller, moment: { now } }: ActionContext,
  { invoiced, how }: { readonly invoiced: readonly Invoiced[]; readonly how: Invoicing },
  numbers: Numbering['numbers'],
): Promise<void> {
  await Promise.all([
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
        action: how.action,
        reason: null,
        before: { estado: sale.estado },
        after: { estado: 'facturada', uuid: stamped.uuid, cfdi: stamped.cfdi },
      })),
      now,
    }),
  ])
}

function receivableOf({ sale, stamped, due }: Invoiced, { isShared }: Invoicing) {
  return {
    fecha: stamped.fecha,
    cliente: sale.cliente,
    tipo: 'factura' as const,
    venta: sale.id,
    cfdi: stamped.cfdi,
    uuid: isShared ? null : stamped.uuid,
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
