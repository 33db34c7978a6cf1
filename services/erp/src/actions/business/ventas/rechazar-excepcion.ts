import { reasonInput } from '../action-inputs.ts'
import type { RecordAction } from '../action.ts'
import { answer } from './answer-exceptions.ts'

/**
 * Holds a sale to its limits, also when it was let pass them before.
 * @source docs/decisions/0250-erp-selling.md
 */
export const rechazarExcepcion: RecordAction = {
  model: 'VentaAutorizacion',
  name: 'rechazar_excepcion',
  label: 'Rechazar excepción',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['rechazada'],
  run: (context, ids) =>
    answer(context, ids, {
      action: rechazarExcepcion,
      estado: 'rechazada',
      from: ['pendiente', 'autorizada'],
    }),
}
