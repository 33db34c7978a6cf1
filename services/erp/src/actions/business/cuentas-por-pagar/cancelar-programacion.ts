import { reasonInput } from '../action-inputs.ts'
import type { RecordAction } from '../action.ts'
import { withdrawPrograms } from './withdraw-programs.ts'

/**
 * Cancels payment programmes that were not paid.
 * @source docs/decisions/0249-erp-payments.md
 */
export const cancelarProgramacion: RecordAction = {
  model: 'ProgramacionPago',
  name: 'cancelar_programacion',
  label: 'Cancelar programación',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: (context, ids) =>
    withdrawPrograms(context, ids, { action: cancelarProgramacion, to: 'cancelada' }),
}
