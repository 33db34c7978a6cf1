import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { cents } from '../cents.ts'
import { DocumentBatch } from '../document-batch.ts'
import { quantity } from '../quantity.ts'
import { loadOrders } from './load-orders.ts'
import { RECEPCION_SERVICIO_STATES } from './recepcion-servicio-states.ts'
import { lockSettlement } from './settle-orders.ts'
import { changeServiceReceipts, lockServiceReceipts } from './store/service-receipt-store.ts'
import { loadTakingBack, settleTakenBack } from './take-back.ts'

/**
 * Takes back that services were accepted.
 * @source docs/decisions/0247-erp-receiving.md
 */
export const cancelarServicio: RecordAction = {
  model: 'RecepcionServicio',
  name: 'cancelar_recepcion',
  label: 'Cancelar recepción',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['rechazada'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { model, name } = cancelarServicio
  const batch = new DocumentBatch(ids, await lockServiceReceipts(tx, caller.empresa, ids), {
    model,
    states: statesBefore(RECEPCION_SERVICIO_STATES, name),
  })
  const known = batch.remaining.map(({ id }) => id)
  const orders = await loadOrders(
    context,
    batch.remaining.map(({ compra }) => compra),
  )
  const taking = await loadTakingBack(context, { model, ids: known })
  for (const { id, folio, facturada } of batch.remaining) {
    const message = `RecepcionServicio ${folio} was invoiced. Cancel the invoice first.`
    if (quantity(facturada) > 0n) {
      batch.refuse(id, { code: 'HAS_DEPENDENTS', message, dependents: {} })
      continue
    }
    const problem = taking.periods.problemOf(moment.today)
    if (problem !== null) batch.refuse(id, problem)
  }
  const done = batch.remaining
  const facts = await lockSettlement(context, [...orders.keys()], { model, ids: known })
  for (const receipt of done) {
    const order = orders.get(receipt.compra)
    const line = order?.lines.find(({ row }) => row.id === receipt.compra_partida)
    if (line === undefined) continue
    line.received -= quantity(receipt.cantidad ?? '0')
    line.value -= cents(receipt.importe_base ?? '0')
  }
  await settleTakenBack(context, {
    action: { model, name, to: 'rechazada' },
    documents: done,
    orders,
    facts,
    taking,
  })
  await changeServiceReceipts(tx, caller.empresa, {
    changes: done.map(({ id }) => ({
      id,
      estado: 'rechazada',
      compra_partida: null,
      cantidad: null,
      importe_base: null,
    })),
    now: moment.now,
  })
  return batch.outcome
}
