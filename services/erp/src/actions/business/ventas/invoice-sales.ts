import type { ErrorEntry } from '../../../errors.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import type { StampedRecord, Unfinished } from '../cfdi/cfdi-kind.ts'
import type { Changes, MadeFields } from '../changes.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { planSaleEntries } from '../contabilidad/plan-sale-entries.ts'
import { dueDates, type DueDates } from '../cuentas-por-cobrar/decisions/due-dates.ts'
import { receivableFolios } from '../cuentas-por-cobrar/new-receivables.ts'
import { findTerms } from '../cuentas-por-cobrar/store/receivable-store.ts'
import type { WholeSale } from './decisions/sale-cfdi.ts'
import { saleEntry } from './decisions/sale-entry.ts'
import { findSalesToInvoice, type InvoiceSale } from './store/invoice-store.ts'
import { wholeSales } from './whole-sales.ts'

/** The action that stamps sales; the entry rules of what was sold go by this name. */
export const STAMP_SALE = 'timbrar_venta'

/** A sale whose CFDI is stamped, with what is booked and owed. */
interface Invoiced extends WholeSale {
  readonly stamped: StampedRecord
  readonly entry: EntryPosting
  readonly due: DueDates
}

interface PlannedInvoices {
  readonly invoiced: readonly Invoiced[]
  /** Why others cannot be booked. */
  readonly refused: Unfinished
}

/** What stamps make of locked sales, by the id of the sale. */
export async function planInvoices(
  context: ActionContext,
  stamps: ReadonlyMap<string, StampedRecord>,
): Promise<PlannedInvoices> {
  const { tx, caller } = context
  const { empresa } = caller
  const rows = await findSalesToInvoice(tx, empresa, [...stamps.keys()])
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

interface Invoicing {
  readonly invoiced: readonly Invoiced[]
  /** Whether their CFDI, with its UUID, is that of other sales, too. */
  readonly isShared: boolean
}

/**
 * Collects what follows of stamped sales however they are invoiced: they are owed and booked; subscribers and the audit log
 * know.
 */
export async function invoiceSales(
  context: ActionContext,
  changes: Changes,
  { invoiced, isShared }: Invoicing,
): Promise<void> {
  const folios = await receivableFolios(
    context,
    invoiced.map((one) => one.stamped.fecha),
  )
  for (const [index, one] of invoiced.entries()) {
    invoice(changes, one, isShared ? 'shared' : 'own')
    const row = receivableOf(one, isShared ? null : one.stamped.uuid)
    const cuenta = changes.insert('CuentaPorCobrar', { ...row, folio: folios[index] ?? '' })
    for (const part of one.due.partes)
      changes.insert('CuentaPorCobrarParcialidad', {
        ...part,
        cuenta,
        saldo: part.importe,
        estado: 'pendiente',
      })
  }
  changes.post({ entries: invoiced.map(({ entry }) => entry) })
}

/** A sale that a CFDI of its own invoices says what that says: its UUID, and what nobody had entered. */
function invoice(changes: Changes, { sale, stamped }: Invoiced, cfdi: 'own' | 'shared'): void {
  const { id, folio, estado, total, entered, issued } = sale
  const { uuid, fechaTimbrado: fecha_timbrado } = stamped
  const own = {
    uuid,
    fecha_timbrado,
    metodo_pago: entered.metodo_pago ?? issued.metodo_pago,
    uso_cfdi: entered.uso_cfdi ?? issued.uso_cfdi,
  }
  changes.move('Venta', { id, folio, estado, ...entered }, 'facturada', {
    fields: cfdi === 'own' ? own : { fecha_timbrado },
    told: { total, uuid },
    noted: { cfdi: stamped.cfdi },
  })
}

function receivableOf(
  { sale, stamped, due }: Invoiced,
  uuid: string | null,
): Omit<MadeFields<'CuentaPorCobrar'>, 'folio'> {
  return {
    fecha: stamped.fecha,
    cliente: sale.cliente,
    tipo: 'factura',
    venta: sale.id,
    cfdi: stamped.cfdi,
    uuid,
    // Who collects is told the number of the invoice, not that of what is owed.
    documento: sale.folio,
    moneda: sale.moneda,
    tipo_cambio: sale.tipo_cambio,
    condicion_pago: sale.condicion_pago,
    vencimiento: due.vencimiento,
    vendedor: sale.vendedor,
    subtotal: amountText(cents(sale.subtotal) - cents(sale.descuento)),
    impuestos: sale.impuestos,
    retenciones: sale.retenciones,
    total: sale.total,
    saldo: sale.total,
    estado: 'vigente',
  }
}
