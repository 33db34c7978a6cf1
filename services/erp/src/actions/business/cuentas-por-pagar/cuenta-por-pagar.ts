import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { ApiError, type ErrorEntry } from '../../../errors.ts'
import {
  INVOICE_CHANGED,
  INVOICE_IN_USE,
  NO_OPENING_BALANCE,
} from '../../../messages/registered-invoices.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import type { ActionContext, RecordAction } from '../action.ts'
import { reversalOf } from '../compras/effects/receipt-reversal.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { recognizeAction } from '../contabilidad/recognize-balances.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import type { Outside } from '../outside.ts'
import { seenBy, toldDependents } from '../told-dependents.ts'
import { documentOf } from './decisions/invoice-document.ts'
import type { InvoiceCandidate } from './decisions/invoice-facts.ts'
import type { NamedTarget } from './decisions/match-lines.ts'
import {
  PENDING,
  PENDING_LINE,
  PENDING_TAX,
  type PendingInvoice,
  type PendingLine,
} from './decisions/pending-invoice.ts'
import { typedInvoice, type TypedInvoice } from './decisions/typed-invoice.ts'
import { collectInvoices } from './effects/write-invoices.ts'
import { attachedFile } from './received/received-file.ts'
import { verifyReceived, type VerifiedCfdi } from './received/verify-received.ts'
import { bookInvoices } from './register-invoices.ts'
import {
  findInvoicedOrders,
  findInvoicedParts,
  findPayableDependents,
  findXmlOf,
  noteInvoiced,
} from './store/invoice-store.ts'
import { lockOrderLines, lockOrders, lockReceipts } from './store/match-store.ts'

// What suppliers are owed. @source docs/decisions/0248-erp-supplier-invoices.md

const MODEL = 'CuentaPorPagar'

/**
 * What was owed to a supplier before the company began here.
 * @source docs/decisions/0259-erp-decisions-by-actions.md
 */
export const reconocerSaldo = recognizeAction('CuentaPorPagar', {
  kind: { table: 'cuenta_por_pagar', code: '201', side: 'abono', party: 'proveedor' },
  problemOf: ({ id, stored }) =>
    stored.get('tipo') === 'saldo_inicial'
      ? null
      : NO_OPENING_BALANCE({ id, type: String(stored.get('tipo')) }),
})

/**
 * Authorizes invoices that wait: with expenses that no order has, or typed by hand with the XML attached. They are
 * checked as a new one is, and what was typed must be what the CFDI says. Of suppliers abroad, who have none, what was
 * typed is the invoice.
 */
export const autorizarFactura: RecordAction = {
  ...authorizing(() => {
    throw new Error('autorizar_factura runs with what it asked')
  }),
  ask: async (outside, ids) => {
    const asked = await askFor(outside, ids)
    return authorizing((work) => authorize(work, { outside, asked })).run
  },
}

type Work = DocumentWork<typeof MODEL, (typeof PENDING)[number]>

function authorizing(run: (work: Work) => Promise<void>): RecordAction {
  return documentAction('CuentaPorPagar', {
    name: 'autorizar_factura',
    label: 'Autorizar factura',
    fields: PENDING,
    run,
  })
}

/** Takes invoices back of which nothing is paid: what they invoiced is to be invoiced again, and their entries are reversed today. */
export const cancelarFactura = documentAction('CuentaPorPagar', {
  name: 'cancelar_factura',
  label: 'Cancelar factura',
  hasReason: true,
  fields: ['uuid', 'total', 'saldo', 'motivo_cancelacion'],
  run: async ({ context, batch, changes, move, reason }) => {
    const { tx, caller, moment } = context
    const { empresa } = caller
    const { today, now } = moment
    const ids = batch.remaining.map(({ id }) => id)
    const [dependents, open, periods] = await Promise.all([
      findPayableDependents(tx, empresa, ids),
      findOpenEntries(tx, empresa, { model: MODEL, ids }),
      loadPeriods(tx, empresa, { days: [today], module: 'cuentas-por-pagar' }),
    ])
    const entries = Map.groupBy(open, ({ registro }) => registro ?? '')
    for (const { id, folio } of batch.remaining) {
      const kept = dependents.filter(({ cuenta }) => cuenta === id)
      // Without an entry to reverse nothing is posted, and a closed period does not matter.
      const closed = entries.has(id) ? periods.problemOf(today) : null
      if (kept.length > 0) batch.refuse(id, dependentsProblem(context, folio, kept))
      else if (closed !== null) batch.refuse(id, closed)
    }
    const done = batch.remaining.map(({ id }) => id)
    if (done.length === 0) return
    const compras = await findInvoicedOrders(tx, empresa, done)
    await lockOrders(tx, empresa, compras)
    await lockOrderLines(tx, empresa, compras)
    await lockReceipts(tx, empresa, compras)
    const parts = await findInvoicedParts(tx, empresa, done)
    for (const row of batch.remaining) {
      const { id, folio, uuid, total } = row
      const own = entries.get(id) ?? []
      changes.post({ reversals: own.map((entry) => reversalOf(entry, { folio, today, periods })) })
      move(row, {
        fields: { saldo: '0.00', motivo_cancelacion: reason },
        told: { uuid, total, motivo: reason },
        noted: { reversadas: own.map((entry) => entry.folio) },
      })
    }
    changes.also({ write: () => noteInvoiced(tx, empresa, { parts, now }) })
  },
})

function dependentsProblem(
  context: ActionContext,
  folio: string,
  found: Parameters<typeof toldDependents>[0],
): ErrorEntry {
  const { dependents, told } = toldDependents(found, seenBy(context))
  return { code: 'HAS_DEPENDENTS', message: INVOICE_IN_USE({ folio, told }), dependents }
}

// Null: it has no XML.
type Asked = ReadonlyMap<string, VerifiedCfdi | readonly ErrorEntry[] | null>

/** What is known of the CFDI of each, or why it cannot be taken. */
async function askFor(outside: Outside, ids: readonly string[]): Promise<Asked> {
  const { database, caller } = outside
  const found = await writeAs(database, caller.empresa, (tx) => findXmlOf(tx, caller.empresa, ids))
  const asked = new Map<string, VerifiedCfdi | readonly ErrorEntry[] | null>()
  // One after the other: the SAT is asked for each, and answers slowly to many.
  for (const [id, xml] of found) {
    asked.set(id, xml === null ? null : await verified(outside, xml))
  }
  return asked
}

async function verified(
  outside: Outside,
  xml: string,
): Promise<VerifiedCfdi | readonly ErrorEntry[]> {
  try {
    return await verifyReceived(outside, await attachedFile(outside, xml), 'I')
  } catch (error) {
    if (error instanceof ApiError) return error.errors
    throw error
  }
}

async function authorize(
  { context, batch, changes }: Work,
  { outside, asked }: { readonly outside: Outside; readonly asked: Asked },
): Promise<void> {
  const details = { parent: 'cuenta', ids: batch.remaining.map(({ id }) => id) } as const
  const lines = await rowsBelow(context, 'CuentaPorPagarPartida', {
    ...details,
    fields: PENDING_LINE,
  })
  const taxes = await rowsBelow(context, 'CuentaPorPagarImpuesto', {
    ...details,
    fields: PENDING_TAX,
  })
  const candidates = batch.remaining.flatMap((found): readonly InvoiceCandidate[] => {
    const { id } = found
    const row = { ...found, lines: lines.get(id) ?? [], taxes: taxes.get(id) ?? [] }
    const billed = billedOf(row, asked)
    if (billed.ok) return [candidateOf(row, billed.value)]
    const [first = UNASKED, ...more] = billed.error
    batch.refuse(id, first, ...more)
    return []
  })
  if (candidates.length === 0) return
  const { booked, refused } = await bookInvoices(context, candidates)
  batch.refuseAll(refused)
  for (const [id, { warnings }] of booked) batch.warn(id, warnings)
  const { attachments } = outside
  await collectInvoices({ context, changes }, { attachments, invoices: [...booked.values()] })
}

// It came into this state between the question and the transaction.
const UNASKED: ErrorEntry = {
  code: 'INVALID_STATE',
  message: INVOICE_CHANGED(),
}

/** What its CFDI says, or what was typed of one that has none. */
function billedOf(row: PendingInvoice, asked: Asked): Result<TypedInvoice, readonly ErrorEntry[]> {
  const cfdi = asked.get(row.id)
  if (cfdi === null) return typedInvoice(row)
  if (cfdi === undefined || !('comprobante' in cfdi)) return fail(cfdi ?? [])
  return ok({ document: documentOf(cfdi), named: row.lines.flatMap(targetOf) })
}

function candidateOf(row: PendingInvoice, { document, named }: TypedInvoice): InvoiceCandidate {
  return {
    key: row.id,
    document,
    compras: row.compra === null ? [] : [row.compra],
    recepciones: row.recepcion === null ? [] : [row.recepcion],
    // A line that was split by receipts is named once.
    named: [...new Map(named.map((namedTarget) => [namedTarget.concepto, namedTarget])).values()],
    expense: null,
    condicion: row.condicion_pago,
    fecha: null,
    existing: row,
  }
}

function targetOf(line: PendingLine): readonly NamedTarget[] {
  const { compra_partida: compraPartida, gasto, cuenta_contable: cuenta } = line
  // Its own number, where nobody said which line of the CFDI it is.
  const concepto = line.concepto ?? line.partida
  const nothing = { recepcionPartida: null, recepcionServicio: null }
  if (compraPartida !== null) return [{ concepto, compraPartida, ...nothing, expense: null }]
  if (gasto === null && cuenta === null) return []
  const expense = { gasto, cuenta, centroCosto: line.centro_costo, proyecto: line.proyecto }
  return [{ concepto, compraPartida: null, ...nothing, expense }]
}
