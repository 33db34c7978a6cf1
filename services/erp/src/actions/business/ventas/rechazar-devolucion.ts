import { reasonInput } from '../action-inputs.ts'
import type { RecordAction } from '../action.ts'
import { decideReturns } from './decide-returns.ts'

/**
 * Does not take what customers ask to give back.
 * @source docs/decisions/0250-erp-selling.md
 */
export const rechazarDevolucion: RecordAction = {
  model: 'DevolucionVenta',
  name: 'rechazar_devolucion',
  label: 'Rechazar devolución',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['rechazada'],
  run: (context, ids) =>
    decideReturns(context, ids, {
      action: rechazarDevolucion,
      estado: 'rechazada',
      reason: String(context.inputs.get('motivo')).trim(),
    }),
}
