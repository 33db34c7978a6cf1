import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { findOpenEntries, type OpenEntry } from '../../../store/journal-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { cents } from '../cents.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { reasonInput } from '../inventario/action-inputs.ts'
import { reverseMovements } from '../inventario/cancelar-movimiento.ts'
import { DocumentBatch } from '../inventario/document-batch.ts'
import { quantity } from '../inventario/quantity.ts'
import { seenBy, toldDependents, type IsSeen } from '../told-dependents.ts'
import type { Order } from './decisions/received-orders.ts'
import { reversalOf } from './effects/receipt-reversal.ts'
import { loadOrders } from './load-orders.ts'
import { RECEPCION_COMPRA_STATES } from './recepcion-compra-states.ts'
import { lockSettlement, settleOrders } from './settle-orders.ts'
import { findReceiptDependents, type ReceiptDependents } from './store/receipt-dependents-store.ts'
import {
  changeReceipts,
  lockReceiptLines,
  lockReceipts,
  type ReceiptLineRow,
  type ReceiptRow,
} from './store/receipt-store.ts'

/**
 * Takes receipts back, with everything that they did.
 * @source docs/decisions/0247-erp-receiving.md
 */
export const cancelarRecepcion: RecordAction = {
  model: 'RecepcionCompra',
  name: 'cancelar_recepcion',
  label: 'Cancelar recepción',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: cancel,
}

type Batch = DocumentBatch<ReceiptRow>

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockReceipts(tx, empresa, ids), {
    model: cancelarRecepcion.model,
    states: statesBefore(RECEPCION_COMPRA_STATES, cancelarRecepcion.name),
  })
  const orders = await loadOrders(
    context,
    batch.remaining.map(({ compra }) => compra),
  )
  const facts = await loadFacts(context, applied(batch))
  for (const receipt of applied(batch)) {
    const problem = problemOf(facts, receipt)
    if (problem !== null) batch.refuse(receipt.id, problem)
  }
  const compras = [...new Set(applied(batch).map(({ compra }) => compra))]
  const takenBack = { model: cancelarRecepcion.model, ids: applied(batch).map(({ id }) => id) }
  const settlement = await lockSettlement(context, compras, takenBack)
  await takeStockBack(context, batch)
  const done = applied(batch)
  for (const receipt of done) takeOff(receipt, facts.lines.get(receipt.id) ?? [], orders)
  await settleOrders(context, {
    action: { name: cancelarRecepcion.name, reason: String(context.inputs.get('motivo')).trim() },
    facts: settlement,
    periods: facts.periods,
    orders: [...new Set(done.map(({ compra }) => compra))].flatMap((id) => {
      const order = orders.get(id)
      return order === undefined ? [] : [{ order, fecha: moment.today }]
    }),
    closed: new Set(),
    accruals: [],
    takenBack: { ...takenBack, ids: done.map(({ id }) => id) },
    entries: [],
    reversals: done.flatMap(({ id, folio }) =>
      (facts.entries.get(id) ?? []).map((open) =>
        reversalOf(open, { folio, today: moment.today, periods: facts.periods }),
      ),
    ),
    deeds: batch.remaining.map(({ id, folio, estado }) => ({
      model: cancelarRecepcion.model,
      id,
      folio,
      before: estado,
      after: 'cancelada',
    })),
  })
  await changeReceipts(tx, empresa, {
    ids: batch.remaining.map(({ id }) => id),
    estado: 'cancelada',
    now: moment.now,
  })
  return batch.outcome
}

/** A draft has moved nothing. */
function applied(batch: Batch): readonly ReceiptRow[] {
  return batch.remaining.filter(({ estado }) => estado === 'aplicada')
}

interface Facts {
  readonly lines: ReadonlyMap<string, readonly ReceiptLineRow[]>
  readonly dependents: ReadonlyMap<string, readonly ReceiptDependents[]>
  readonly entries: ReadonlyMap<string, readonly OpenEntry[]>
  readonly periods: Periods
  readonly today: string
  readonly isSeen: IsSeen
}

async function loadFacts(context: ActionContext, receipts: readonly ReceiptRow[]): Promise<Facts> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const ids = receipts.map(({ id }) => id)
  const lines = await lockReceiptLines(tx, empresa, { receipts: ids, lines: [] })
  const [dependents, entries, periods] = await Promise.all([
    findReceiptDependents(tx, empresa, ids),
    findOpenEntries(tx, empresa, { model: cancelarRecepcion.model, ids }),
    loadPeriods(tx, empresa, { days: [moment.today], module: 'compras' }),
  ])
  return {
    lines: Map.groupBy(lines, ({ recepcion }) => recepcion),
    dependents: Map.groupBy(dependents, ({ recepcion }) => recepcion),
    entries: Map.groupBy(entries, ({ registro }) => registro ?? ''),
    periods,
    today: moment.today,
    isSeen: seenBy(context),
  }
}

function problemOf(facts: Facts, { id, folio }: ReceiptRow): ErrorEntry | null {
  const found = facts.dependents.get(id) ?? []
  const isInvoiced = (facts.lines.get(id) ?? []).some(({ facturada }) => quantity(facturada) > 0n)
  if (found.length > 0 || isInvoiced) {
    const { dependents, names } = toldDependents(found, facts.isSeen)
    const message = `RecepcionCompra ${folio} was invoiced or returned${names === '' ? '' : `: ${names}`}. Cancel that first.`
    return { code: 'HAS_DEPENDENTS', message, dependents }
  }
  return facts.periods.problemOf(facts.today)
}

/** Takes out of stock what the receipts brought, at the value at which it came. */
async function takeStockBack(context: ActionContext, batch: Batch): Promise<void> {
  const moved = applied(batch).flatMap(({ movimiento: id, movimiento_folio: folio }) =>
    id === null ? [] : [{ id, folio: folio ?? '' }],
  )
  const outcome = await reverseMovements(context, moved)
  for (const { id, movimiento } of applied(batch)) {
    const problems = outcome.refused.get(movimiento ?? '')
    if (problems !== undefined) batch.refuse(id, ...problems)
    const lines = outcome.moved.get(movimiento ?? '')?.lines ?? []
    if (lines.some(({ variance }) => variance !== 0n)) throw new ApiError([usedUp(id)])
  }
}

/** The entry of the receipt can only be taken back whole. */
function usedUp(id: string): ErrorEntry {
  const message =
    `What RecepcionCompra ${id} brought was used at other costs and is not there any more at its own: ` +
    'return what is left with a DevolucionCompra.'
  return { code: 'OUT_OF_STOCK', message }
}

function takeOff(
  { compra }: ReceiptRow,
  lines: readonly ReceiptLineRow[],
  orders: ReadonlyMap<string, Order>,
): void {
  const byId = new Map((orders.get(compra)?.lines ?? []).map((line) => [line.row.id, line]))
  for (const { compra_partida: id, aceptada, importe_base: base } of lines) {
    const line = byId.get(id)
    if (line === undefined) continue
    line.received -= quantity(aceptada)
    line.value -= cents(base ?? '0')
  }
}
