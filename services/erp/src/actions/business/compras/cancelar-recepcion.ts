import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { cents } from '../cents.ts'
import { DocumentBatch } from '../document-batch.ts'
import { quantity } from '../quantity.ts'
import { seenBy, toldDependents, type IsSeen } from '../told-dependents.ts'
import { shareValue, type Order } from './decisions/received-orders.ts'
import { loadOrders } from './load-orders.ts'
import { RECEPCION_COMPRA_STATES } from './recepcion-compra-states.ts'
import { lockSettlement } from './settle-orders.ts'
import { findReceiptDependents, type ReceiptDependents } from './store/receipt-dependents-store.ts'
import {
  changeReceipts,
  lockReceiptLines,
  lockReceipts,
  type ReceiptLineRow,
  type ReceiptRow,
} from './store/receipt-store.ts'
import { loadTakingBack, settleTakenBack, takeStockBack, type TakingBack } from './take-back.ts'

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

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { model, name } = cancelarRecepcion
  const batch = new DocumentBatch(ids, await lockReceipts(tx, empresa, ids), {
    model,
    states: statesBefore(RECEPCION_COMPRA_STATES, name),
  })
  // A draft has moved nothing.
  const applied = () => batch.remaining.filter(({ estado }) => estado === 'aplicada')
  const orders = await loadOrders(
    context,
    applied().map(({ compra }) => compra),
  )
  const facts = await loadFacts(context, applied())
  for (const receipt of applied()) {
    const problem = problemOf(facts, receipt) ?? facts.taking.periods.problemOf(moment.today)
    if (problem !== null) batch.refuse(receipt.id, problem)
  }
  const settlement = await lockSettlement(context, [...orders.keys()], {
    model,
    ids: applied().map(({ id }) => id),
  })
  await takeStockBack(context, applied(), (id, ...problems) => batch.refuse(id, ...problems))
  for (const receipt of applied()) takeOff(receipt, facts.lines.get(receipt.id) ?? [], orders)
  await settleTakenBack(context, {
    action: { model, name, to: 'cancelada' },
    documents: batch.remaining.map((receipt) => ({
      ...receipt,
      compra: receipt.estado === 'aplicada' ? receipt.compra : null,
    })),
    orders,
    facts: settlement,
    taking: facts.taking,
  })
  const done = batch.remaining.map(({ id }) => id)
  await changeReceipts(tx, empresa, { ids: done, estado: 'cancelada', now: moment.now })
  return batch.outcome
}

interface Facts {
  readonly lines: ReadonlyMap<string, readonly ReceiptLineRow[]>
  readonly dependents: ReadonlyMap<string, readonly ReceiptDependents[]>
  readonly taking: TakingBack
  readonly isSeen: IsSeen
}

async function loadFacts(context: ActionContext, receipts: readonly ReceiptRow[]): Promise<Facts> {
  const { tx, caller } = context
  const { empresa } = caller
  const ids = receipts.map(({ id }) => id)
  const lines = await lockReceiptLines(tx, empresa, { receipts: ids, lines: [] })
  const [dependents, taking] = await Promise.all([
    findReceiptDependents(tx, empresa, ids),
    loadTakingBack(context, { model: cancelarRecepcion.model, ids }),
  ])
  return {
    lines: Map.groupBy(lines, ({ recepcion }) => recepcion),
    dependents: Map.groupBy(dependents, ({ recepcion }) => recepcion),
    taking,
    isSeen: seenBy(context),
  }
}

function problemOf(facts: Facts, { id, folio }: ReceiptRow): ErrorEntry | null {
  const found = facts.dependents.get(id) ?? []
  const isInvoiced = (facts.lines.get(id) ?? []).some(({ facturada }) => quantity(facturada) > 0n)
  if (found.length === 0 && !isInvoiced) return null
  const { dependents, names } = toldDependents(found, facts.isSeen)
  const what = names === '' ? '' : `: ${names}`
  const message = `RecepcionCompra ${folio} was invoiced or returned${what}. Cancel that first.`
  return { code: 'HAS_DEPENDENTS', message, dependents }
}

function takeOff(
  { compra }: ReceiptRow,
  lines: readonly ReceiptLineRow[],
  orders: ReadonlyMap<string, Order>,
): void {
  const order = orders.get(compra)
  if (order === undefined) return
  const byId = new Map(order.lines.map((line) => [line.row.id, line]))
  for (const { compra_partida: id, aceptada, importe_base: base } of lines) {
    const line = byId.get(id)
    if (line === undefined) continue
    line.received -= quantity(aceptada)
    line.value -=
      base === null ? shareValue(line.row, quantity(aceptada), order.purchase) : cents(base)
  }
}
