import type { FieldValue } from '../../../../query/field-value.ts'
import { AUDIT_COUNTER, recordAudit, type AuditEntry } from '../../../../store/audit-store.ts'
import { enqueueEvents } from '../../../../store/outbox-store.ts'
import { fillFolios } from '../../../documents/folios.ts'
import type { ActionContext } from '../../action.ts'
import { amountText } from '../../cents.ts'
import { takeNumbering, type Numbering } from '../../contabilidad/effects/entry-folios.ts'
import { numbersNeeded, writeEntries } from '../../contabilidad/effects/write-entries.ts'
import { quantityText } from '../../inventario/quantity.ts'
import type { Outside } from '../../outside.ts'
import { numbersOfReceived, writeReceived } from '../received/write-received.ts'
import type { BookedInvoice } from '../register-invoices.ts'
import { insertInvoices, noteInvoiced, type InvoicedPart } from '../store/invoice-store.ts'
import type { KnownCfdi } from '../store/received-store.ts'
import { invoiceRows } from './invoice-rows.ts'

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
    id: numbers('cuenta_por_pagar'),
    folio: folios[index] ?? '',
  }))
  const entries = registered.map(({ invoice, id, folio }) => invoice.entryOf(String(id), folio))
  const written = await writeEntries(context, { entries, reversals: [] }, numbering)
  const parts: InvoicedPart[] = []
  for (const [index, { invoice, id, folio }] of registered.entries()) {
    const { verified } = invoice.plan.candidate
    const cfdi = await writeReceived(context, outside, { verified, known: of.known, numbers })
    const poliza = written[index]?.id ?? null
    const rows = invoiceRows(invoice, { id, folio, cfdi, poliza, numbers })
    await insertInvoices(tx, empresa, { rows, now: moment.now, usuarioId: caller.usuarioId })
    parts.push(...partsOf(invoice))
  }
  await noteInvoiced(tx, empresa, { parts, now: moment.now })
  await Promise.all([
    enqueueEvents(tx, empresa, {
      events: registered.map(({ invoice, id, folio }) => ({
        modelo: MODEL,
        evento: 'autorizada',
        registro: String(id),
        datos: { folio, estado: 'autorizada', ...tellingOf(invoice) },
      })),
      now: moment.now,
    }),
    recordAudit(tx, caller, {
      entries: registered.map(({ invoice, id, folio }): AuditEntry => ({
        id: numbers(AUDIT_COUNTER),
        model: MODEL,
        recordId: String(id),
        operation: 'accion',
        action: of.action,
        reason: null,
        before: null,
        after: { folio, estado: 'autorizada', ...tellingOf(invoice) },
      })),
      now: moment.now,
    }),
  ])
  return registered.map(({ key, id, folio }) => ({ key, id, folio }))
}

function tellingOf({ plan }: BookedInvoice): Readonly<Record<string, unknown>> {
  const { uuid } = plan.candidate.verified
  return {
    uuid,
    numero_factura: plan.numero,
    proveedor: plan.issuer.id,
    total: amountText(plan.amounts.total),
  }
}

async function foliosOf(
  { tx, caller, registry, moment }: ActionContext,
  invoices: readonly BookedInvoice[],
): Promise<readonly string[]> {
  const model = registry.models.get(MODEL)
  if (model === undefined) throw new Error(`the dictionary has no ${MODEL}`)
  const rows = invoices.map(
    ({ plan }) => new Map<string, FieldValue | null>([['fecha', plan.fecha]]),
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
    const { verified } = plan.candidate
    for (const [counter, count] of numbersOfReceived(verified, known)) add(counter, count)
    add('cuenta_por_pagar', 1)
    add('cuenta_por_pagar_partida', plan.shares.length)
    add('cuenta_por_pagar_impuesto', plan.amounts.taxes.length)
    add('validacion_factura', Math.max(1, plan.differences.length))
    add(AUDIT_COUNTER, 1)
  }
  const needed = numbersNeeded({
    entries: invoices.map(({ entryOf }) => entryOf('0', '')),
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
