import type { RecordAction } from '../action.ts'
import { answer } from './answer-exceptions.ts'

/**
 * Lets a sale pass a limit of credit or of prices.
 * @source docs/decisions/0250-erp-selling.md
 */
export const autorizarExcepcion: RecordAction = {
  model: 'VentaAutorizacion',
  name: 'autorizar_excepcion',
  label: 'Autorizar excepción',
  mode: 'grid_action',
  inputs: [],
  emits: ['autorizada'],
  run: (context, ids) =>
    answer(context, ids, {
      action: autorizarExcepcion,
      estado: 'autorizada',
      // Once more, where the sale has changed since.
      from: ['pendiente', 'autorizada'],
    }),
}
