import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import type { Outside } from '../outside.ts'
import { CUENTA_POR_PAGAR_STATES } from './cuenta-por-pagar-states.ts'
import { documentOf } from './decisions/invoice-document.ts'
import type { InvoiceCandidate } from './decisions/invoice-facts.ts'
import type { NamedTarget } from './decisions/match-lines.ts'
import { typedInvoice, type TypedInvoice } from './decisions/typed-invoice.ts'
import { writeInvoices } from './effects/write-invoices.ts'
import { attachedFile } from './received/received-file.ts'
import { verifyReceived, type VerifiedCfdi } from './received/verify-received.ts'
import { bookInvoices } from './register-invoices.ts'
import { findXmlOf, lockPending, type PendingLine, type PendingRow } from './store/pending-store.ts'

/**
 * Authorizes invoices that wait: with expenses that no order has, or typed by hand with the XML attached. They are
 * checked as a new one is, and what was typed must be what the CFDI says. Of suppliers abroad, who have none, what was
 * typed is the invoice.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export const autorizarFactura: RecordAction = {
  model: 'CuentaPorPagar',
  name: 'autorizar_factura',
  label: 'Autorizar factura',
  mode: 'grid_action',
  inputs: [],
  emits: ['autorizada'],
  run: async () => {
    await Promise.resolve()
    throw new Error('autorizar_factura runs with what it asked')
  },
  ask: async (outside, ids) => {
    const asked = await askFor(outside, ids)
    return (context, run) => authorize(context, run, { outside, asked })
  },
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
  context: ActionContext,
  ids: readonly string[],
  { outside, asked }: { readonly outside: Outside; readonly asked: Asked },
): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new BatchOutcome()
  const rows = inStates(ids, await lockPending(tx, caller.empresa, ids), {
    batch,
    model: autorizarFactura.model,
    states: statesBefore(CUENTA_POR_PAGAR_STATES, autorizarFactura.name),
  })
  const candidates = rows.flatMap((row): readonly InvoiceCandidate[] => {
    const billed = billedOf(row, asked)
    if (billed.ok) return [candidateOf(row, billed.value)]
    const [first = UNASKED, ...more] = billed.error
    batch.refuse(row.id, first, ...more)
    return []
  })
  if (candidates.length === 0) return batch.outcome()
  const { booked, refused, known } = await bookInvoices(context, candidates)
  for (const [id, [first, ...more]] of refused)
    if (first !== undefined) batch.refuse(id, first, ...more)
  for (const [id, { warnings }] of booked) batch.warn(id, warnings)
  await writeInvoices(context, outside, {
    action: autorizarFactura.name,
    invoices: [...booked.values()],
    known,
  })
  return batch.outcome()
}

// It came into this state between the question and the transaction.
const UNASKED: ErrorEntry = {
  code: 'INVALID_STATE',
  message: 'The CuentaPorPagar was changed meanwhile; try again.',
}

/** What its CFDI says, or what was typed of one that has none. */
function billedOf(row: PendingRow, asked: Asked): Result<TypedInvoice, readonly ErrorEntry[]> {
  const cfdi = asked.get(row.id)
  if (cfdi === null) return typedInvoice(row)
  if (cfdi === undefined || !('comprobante' in cfdi)) return fail(cfdi ?? [])
  return ok({ document: documentOf(cfdi), named: row.lines.flatMap(targetOf) })
}

function candidateOf(row: PendingRow, { document, named }: TypedInvoice): InvoiceCandidate {
  return {
    key: row.id,
    document,
    compras: row.compra === null ? [] : [row.compra],
    recepciones: row.recepcion === null ? [] : [row.recepcion],
    // A line that was split by receipts is named once.
    named: [...new Map(named.map((one) => [one.concepto, one])).values()],
    expense: null,
    condicion: row.condicion,
    fecha: null,
    existing: row,
  }
}

function targetOf(line: PendingLine): readonly NamedTarget[] {
  const { concepto, compra_partida: compraPartida, gasto, cuenta_contable: cuenta } = line
  const nothing = { recepcionPartida: null, recepcionServicio: null }
  if (compraPartida !== null) return [{ concepto, compraPartida, ...nothing, expense: null }]
  if (gasto === null && cuenta === null) return []
  const expense = { gasto, cuenta, centroCosto: line.centro_costo, proyecto: line.proyecto }
  return [{ concepto, compraPartida: null, ...nothing, expense }]
}
