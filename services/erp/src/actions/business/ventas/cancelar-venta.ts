import { statesBefore } from '../../documents/state-table.ts'
import type { RecordAction } from '../action.ts'
import { reasonInput } from '../inventario/action-inputs.ts'
import { VENTA_STATES } from './venta-states.ts'
import { withdrawSales } from './withdraw-sales.ts'

/**
 * Cancels sales that are not invoiced.
 * @source docs/decisions/0250-erp-selling.md
 */
export const cancelarVenta: RecordAction = {
  model: 'Venta',
  name: 'cancelar_venta',
  label: 'Cancelar venta',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: (context, ids) =>
    withdrawSales(context, ids, {
      action: cancelarVenta,
      from: statesBefore(VENTA_STATES, cancelarVenta.name),
      to: 'cancelada',
      reason: String(context.inputs.get('motivo')).trim(),
    }),
}
