import type { RecordAction } from '../action.ts'
import { decideReturns } from './decide-returns.ts'

/**
 * Lets what customers ask to give back come.
 * @source docs/decisions/0250-erp-selling.md
 */
export const autorizarDevolucion: RecordAction = {
  model: 'DevolucionVenta',
  name: 'autorizar_devolucion',
  label: 'Autorizar devolución',
  mode: 'grid_action',
  inputs: [],
  emits: ['autorizada'],
  run: (context, ids) =>
    decideReturns(context, ids, {
      action: autorizarDevolucion,
      estado: 'autorizada',
      reason: null,
    }),
}
