import { statesBefore } from '../../documents/state-table.ts'
import type { RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { deliver } from './deliver.ts'
import { REMISION_VENTA_STATES } from './remision-venta-states.ts'
import { lockDeliveries } from './store/delivery-store.ts'

/**
 * Delivers what a delivery note says.
 * @source docs/decisions/0250-erp-selling.md
 */
export const entregarRemision: RecordAction = {
  model: 'RemisionVenta',
  name: 'entregar',
  label: 'Entregar',
  mode: 'grid_action',
  inputs: [],
  emits: ['entregada'],
  run: async (context, ids) => {
    const { tx, caller } = context
    const batch = new DocumentBatch(ids, await lockDeliveries(tx, caller.empresa, ids), {
      model: entregarRemision.model,
      states: statesBefore(REMISION_VENTA_STATES, entregarRemision.name),
    })
    await deliver(context, batch, entregarRemision)
    return batch.outcome
  },
}
