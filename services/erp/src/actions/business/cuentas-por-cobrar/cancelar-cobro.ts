import { reasonInput } from '../action-inputs.ts'
import type { RecordAction } from '../action.ts'
import { takeBack } from './take-back.ts'

/**
 * Takes money back that was never collected, or a draft.
 * @source docs/decisions/0252-erp-cash.md
 */
export const cancelarCobro: RecordAction = {
  model: 'CobroCliente',
  name: 'cancelar_cobro',
  label: 'Cancelar cobro',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelado'],
  run: (context, ids) => takeBack(context, ids, { name: 'cancelar_cobro', to: 'cancelado' }),
}
