import { findCatalogIds } from '../../../../store/catalogs/catalog-ids.ts'
import type { ActionContext } from '../../action.ts'
import { amountText } from '../../cents.ts'
import type { Changes } from '../../changes.ts'
import type { Later } from '../../later.ts'
import { newFolios } from '../../new-folios.ts'
import type { Outside } from '../../outside.ts'
import { quantityText } from '../../quantity.ts'
import { keepReceived } from '../received/write-received.ts'
import type { BookedInvoice } from '../register-invoices.ts'
import { clearInvoices, noteInvoiced, type InvoicedPart } from '../store/invoice-store.ts'
import { checkRows, headRow, lineRows, stateOf, taxRow } from './invoice-rows.ts'

const MODEL = 'CuentaPorPagar'

/** An invoice with its id and its folio, which the books name. */
interface Written {
  readonly invoice: BookedInvoice
  readonly id: string | Later
  readonly folio: string
}

/**
 * Collects what is written of invoices that passed all checks: their CFDI, their records, their entries, and what of
 * orders and receipts they invoice. Returns their ids, in their order.
 */
export async function collectInvoices(
  { context, changes }: { readonly context: ActionContext; readonly changes: Changes },
  details: {
    readonly attachments: Outside['attachments']
    readonly invoices: readonly BookedInvoice[]
  },
): Promise<readonly string[]> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { invoices } = details
  if (invoices.length === 0) return []
  const taxes = invoices.flatMap(({ plan }) => plan.amounts.taxes)
  const received = invoices.flatMap(({ plan }) => plan.candidate.document.cfdi ?? [])
  const folios = await foliosOf(context, invoices)
  const cfdis = await keepReceived(context, changes, { ...details, received })
  const catalogs = await findCatalogIds(context, {
    Impuesto: taxes.map(({ impuesto }) => impuesto),
    TipoFactor: taxes.map(({ factor }) => factor),
  })
  const existing = invoices.flatMap(({ plan }) => plan.candidate.existing?.id ?? [])
  await clearInvoices(tx, empresa, existing)
  const written = invoices.map((invoice, index): Written => {
    const { candidate, amounts } = invoice.plan
    const uuid = candidate.document.cfdi?.uuid ?? null
    const cfdi = uuid === null ? null : (cfdis.get(uuid) ?? null)
    const folio = folios[index] ?? ''
    const id = writeHead(changes, invoice, { folio, cfdi })
    for (const row of lineRows(invoice, id)) changes.insert('CuentaPorPagarPartida', row)
    for (const tax of amounts.taxes) {
      changes.insert('CuentaPorPagarImpuesto', taxRow(tax, { cuenta: id, catalogs }))
    }
    const check = { cuenta: id, fecha: moment.now, validada_por: caller.usuarioId }
    for (const row of checkRows(invoice.plan, check)) changes.insert('ValidacionFactura', row)
    record(changes, { invoice, id, folio })
    return { invoice, id, folio }
  })
  await changes.number()
  const booked = written.filter(({ invoice }) => !invoice.isPending)
  const parts = booked.flatMap(({ invoice }) => partsOf(invoice))
  changes.post({
    entries: booked.map(({ invoice, id, folio }) => invoice.entryOf(idOf(id), folio)),
  })
  changes.also({ write: () => noteInvoiced(tx, empresa, { parts, now: moment.now }) })
  return written.map(({ id }) => idOf(id))
}

function idOf(id: string | Later): string {
  return typeof id === 'string' ? id : id.id
}

/** A record that somebody made for the invoice keeps its id and its folio. */
function writeHead(
  changes: Changes,
  invoice: BookedInvoice,
  details: { readonly folio: string; readonly cfdi: string | Later | null },
): string | Later {
  const { existing } = invoice.plan.candidate
  const headOf = (id: string | Later) =>
    headRow(invoice, { cfdi: details.cfdi, poliza: invoice.isPending ? null : changes.entryOf(id) })
  if (existing === null)
    return changes.insert(MODEL, (id) => ({
      ...headOf(id),
      folio: details.folio,
      tipo: 'factura' as const,
    }))
  changes.change(MODEL, existing.id, headOf(existing.id))
  return existing.id
}

function record(changes: Changes, { invoice, id, folio }: Written): void {
  const { plan } = invoice
  const { document, existing } = plan.candidate
  const estado = stateOf(invoice)
  changes.record({
    model: MODEL,
    id,
    before: existing === null ? null : { estado: 'por_validar', total: existing.total },
    after: {
      folio,
      estado,
      uuid: document.cfdi?.uuid ?? null,
      numero_factura: plan.numero,
      proveedor: plan.issuer.id,
      total: amountText(plan.amounts.total),
    },
    event: estado,
  })
}

async function foliosOf(
  context: ActionContext,
  invoices: readonly BookedInvoice[],
): Promise<readonly string[]> {
  const made = invoices.filter(({ plan }) => plan.candidate.existing === null)
  const days = made.map(({ plan }) => plan.fecha)
  const folios = (await newFolios(context, MODEL, days)).values()
  return invoices.map(({ plan }) => plan.candidate.existing?.folio ?? folios.next().value ?? '')
}

function partsOf({ plan }: BookedInvoice): readonly InvoicedPart[] {
  return plan.shares.flatMap(({ target, receipt, cantidad, recibido }): readonly InvoicedPart[] => {
    if (target.kind === 'expense') return []
    return [
      {
        compra_partida: target.order.id,
        recepcion_partida: receipt?.recepcion_partida ?? null,
        recepcion_servicio: receipt?.recepcion_servicio ?? null,
        cantidad: quantityText(cantidad),
        base: amountText(recibido),
      },
    ]
  })
}
