import { reasonInput } from '../action-inputs.ts'
import type { RecordAction } from '../action.ts'
import { withdrawPrograms } from './withdraw-programs.ts'

/**
 * Sends payment programmes back to whoever made them.
 * @source docs/decisions/0249-erp-payments.md
 */
export const rechazarProgramacion: RecordAction = {
  model: 'ProgramacionPago',
  name: 'rechazar_programacion',
  label: 'Rechazar programación',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['borrador'],
  run: (context, ids) =>
    withdrawPrograms(context, ids, { action: rechazarProgramacion, to: 'borrador' }),
}
