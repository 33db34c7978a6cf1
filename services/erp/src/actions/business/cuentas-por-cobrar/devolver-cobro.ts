import { reasonInput } from '../action-inputs.ts'
import type { RecordAction } from '../action.ts'
import { takeBack } from './take-back.ts'

/**
 * Takes money back that the bank returned: a cheque without funds, a transfer that was rejected.
 * @source docs/decisions/0252-erp-cash.md
 */
export const devolverCobro: RecordAction = {
  model: 'CobroCliente',
  name: 'devolver_cobro',
  label: 'Devolver cobro',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['devuelto'],
  run: (context, ids) => takeBack(context, ids, { name: 'devolver_cobro', to: 'devuelto' }),
}
