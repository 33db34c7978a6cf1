import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { DocumentBatch } from '../document-batch.ts'
import { COMPRA_STATES } from './compra-states.ts'
import { loadOrders } from './load-orders.ts'
import { lockSettlement, settleOrders } from './settle-orders.ts'
import { findReceived } from './store/receipt-dependents-store.ts'

/**
 * Closes purchases: nothing more of them is received, and what was still committed is free.
 * @source docs/decisions/0247-erp-receiving.md
 */
export const cerrarCompra: RecordAction = {
  model: 'Compra',
  name: 'cerrar_compra',
  label: 'Cerrar compra',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cerrada'],
  run: close,
}

async function close(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const orders = await loadOrders(context, ids)
  const batch = new DocumentBatch(
    ids,
    new Map([...orders].map(([id, { purchase }]) => [id, purchase])),
    { model: cerrarCompra.model, states: statesBefore(COMPRA_STATES, cerrarCompra.name) },
  )
  const known = batch.remaining.map(({ id }) => id)
  const [received, periods] = await Promise.all([
    findReceived(tx, caller.empresa, known),
    loadPeriods(tx, caller.empresa, { days: [moment.today], module: 'compras' }),
  ])
  for (const { id } of batch.remaining) {
    const stands = orders.get(id)?.lines.some((line) => line.received > 0n) === true
    const problem = stands || received.has(id) ? periods.problemOf(moment.today) : notReceived(id)
    if (problem !== null) batch.refuse(id, problem)
  }
  const closed = batch.remaining.map(({ id }) => id)
  if (closed.length === 0) return batch.outcome
  const facts = await lockSettlement(context, closed)
  await settleOrders(context, {
    action: { name: cerrarCompra.name, reason: String(context.inputs.get('motivo')).trim() },
    facts,
    periods,
    orders: closed.flatMap((id) => {
      const order = orders.get(id)
      return order === undefined ? [] : [{ order, fecha: moment.today }]
    }),
    closed: new Set(closed),
    accruals: [],
    takenBack: null,
    entries: [],
    reversals: [],
    deeds: [],
  })
  return batch.outcome
}

/** What the supplier never delivered anything of is not finished, but cancelled. */
function notReceived(id: string): ErrorEntry {
  const message = `Nothing of Compra ${id} was received: cancelar_compra takes it back.`
  return { code: 'INVALID_STATE', message }
}
