import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { REMISION_VENTA_STATES } from './remision-venta-states.ts'
import { lockDeliveries } from './store/delivery-store.ts'
import { takeDeliveriesBack } from './take-deliveries-back.ts'

/**
 * Takes deliveries back: stock, what was put aside, books and the lines of the sale are as they were before.
 * @source docs/decisions/0250-erp-selling.md
 */
export const cancelarRemision: RecordAction = {
  model: 'RemisionVenta',
  name: 'cancelar_remision',
  label: 'Cancelar remisión',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new DocumentBatch(ids, await lockDeliveries(tx, caller.empresa, ids), {
    model: cancelarRemision.model,
    states: statesBefore(REMISION_VENTA_STATES, cancelarRemision.name),
  })
  await takeDeliveriesBack(context, batch, {
    name: cancelarRemision.name,
    reason: String(context.inputs.get('motivo')).trim(),
  })
  return batch.outcome
}
