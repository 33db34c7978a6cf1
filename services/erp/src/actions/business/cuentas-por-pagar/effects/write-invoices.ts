import type { FieldValue } from '../../../../query/field-value.ts'
import { AUDIT_COUNTER } from '../../../../store/audit-store.ts'
import { fillFolios } from '../../../documents/folios.ts'
import type { ActionContext } from '../../action.ts'
import { amountText } from '../../cents.ts'
import { takeNumbering, type Numbering } from '../../contabilidad/effects/entry-folios.ts'
import { numbersNeeded, writeEntries } from '../../contabilidad/effects/write-entries.ts'
import type { Outside } from '../../outside.ts'
import { quantityText } from '../../quantity.ts'
import { recordAll, type Deed } from '../../record-deeds.ts'
import { numbersOfReceived, writeReceived } from '../received/write-received.ts'
import type { BookedInvoice } from '../register-invoices.ts'
import { insertInvoices, noteInvoiced, type InvoicedPart } from '../store/invoice-store.ts'
import type { KnownCfdi } from '../store/received-store.ts'
import { invoiceRows, stateOf } from './invoice-rows.ts'

/** An invoice as it was registered. */
export interface RegisteredInvoice {
  readonly key: string
  readonly id: number
  readonly folio: string
}

const MODEL = 'CuentaPorPagar'

/**
 * Writes invoices that passed all checks: their CFDI, their records, their entries, and what of orders and receipts
 * they invoice. Counters come last of all locks.
 */
export async function writeInvoices(
  context: ActionContext,
  outside: Pick<Outside, 'attachments' | 'database'>,
  of: {
    readonly action: string
    readonly invoices: readonly BookedInvoice[]
    readonly known: ReadonlyMap<string, KnownCfdi>
  },
): Promise<readonly RegisteredInvoice[]> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  if (of.invoices.length === 0) return []
  const folios = await foliosOf(context, of.invoices)
  const numbering = await numberingFor(context, of.invoices, of.known)
  const { numbers } = numbering
  const registered = of.invoices.map((invoice, index) => ({
    invoice,
    key: invoice.plan.candidate.key,
    id: Number(invoice.plan.candidate.existing?.id ?? numbers('cuenta_por_pagar')),
    folio: invoice.plan.candidate.existing?.folio ?? folios[index] ?? '',
  }))
  const booked = registered.filter(({ invoice }) => !invoice.isPending)
  const entries = booked.map(({ invoice, id, folio }) => invoice.entryOf(String(id), folio))
  const written = await writeEntries(context, { entries, reversals: [] }, numbering)
  const entryOf = new Map(booked.map(({ id }, index) => [id, written[index]?.id ?? null]))
  const parts: InvoicedPart[] = []
  for (const { invoice, id, folio } of registered) {
    const { cfdi: verified } = invoice.plan.candidate.document
    const cfdi =
      verified === null
        ? null
        : await writeReceived(context, outside, { verified, known: of.known, numbers })
    const poliza = entryOf.get(id) ?? null
    const rows = invoiceRows(invoice, { id, folio, cfdi, poliza, numbers })
    await insertInvoices(tx, empresa, { rows, now: moment.now, usuarioId: caller.usuarioId })
    if (!invoice.isPending) parts.push(...partsOf(invoice))
  }
  await noteInvoiced(tx, empresa, { parts, now: moment.now })
  await recordAll(
    context,
    { name: of.action, reason: null },
    { deeds: registered.map(deedOf), numbers },
  )
  return registered.map(({ key, id, folio }) => ({ key, id, folio }))
}

function deedOf({
  invoice,
  id,
  folio,
}: {
  readonly invoice: BookedInvoice
  readonly id: number
  readonly folio: string
}): Deed {
  const { plan } = invoice
  const { document, existing } = plan.candidate
  const estado = stateOf(invoice)
  return {
    model: MODEL,
    id: String(id),
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
  }
}

async function foliosOf(
  { tx, caller, registry, moment }: ActionContext,
  invoices: readonly BookedInvoice[],
): Promise<readonly string[]> {
  const model = registry.models.get(MODEL)
  if (model === undefined) throw new Error(`the dictionary has no ${MODEL}`)
  const rows = invoices.map(
    ({ plan }) =>
      new Map<string, FieldValue | null>([
        ['fecha', plan.fecha],
        ['folio', plan.candidate.existing?.folio ?? null],
      ]),
  )
  const request = { model, empresa: caller.empresa, rows, today: moment.today, now: moment.now }
  await fillFolios(tx, request)
  return rows.map((row) => String(row.get('folio')))
}

async function numberingFor(
  { tx, caller }: ActionContext,
  invoices: readonly BookedInvoice[],
  known: ReadonlyMap<string, KnownCfdi>,
): Promise<Numbering> {
  const wanted = new Map<string, number>()
  const add = (counter: string, count: number) =>
    wanted.set(counter, (wanted.get(counter) ?? 0) + count)
  for (const { plan } of invoices) {
    const { cfdi } = plan.candidate.document
    if (cfdi !== null)
      for (const [counter, count] of numbersOfReceived(cfdi, known)) add(counter, count)
    if (plan.candidate.existing === null) add('cuenta_por_pagar', 1)
    add('cuenta_por_pagar_partida', plan.shares.length)
    add('cuenta_por_pagar_impuesto', plan.amounts.taxes.length)
    add('validacion_factura', Math.max(1, plan.differences.length))
    add(AUDIT_COUNTER, 1)
  }
  const needed = numbersNeeded({
    entries: invoices.filter(({ isPending }) => !isPending).map(({ entryOf }) => entryOf('0', '')),
    reversals: [],
  })
  for (const [counter, count] of needed.counters) add(counter, count)
  return await takeNumbering(tx, caller.empresa, { counters: wanted, series: needed.series })
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
