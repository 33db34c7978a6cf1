import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { RecordAction } from '../action.ts'
import { VENTA_STATES } from './venta-states.ts'
import { withdrawSales } from './withdraw-sales.ts'

/**
 * Takes confirmed sales back to where they can be changed.
 * @source docs/decisions/0250-erp-selling.md
 */
export const regresarVenta: RecordAction = {
  model: 'Venta',
  name: 'regresar_venta',
  label: 'Regresar a borrador',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['borrador'],
  run: (context, ids) =>
    withdrawSales(context, ids, {
      action: regresarVenta,
      from: statesBefore(VENTA_STATES, regresarVenta.name),
      to: 'borrador',
      reason: String(context.inputs.get('motivo')).trim(),
    }),
}
