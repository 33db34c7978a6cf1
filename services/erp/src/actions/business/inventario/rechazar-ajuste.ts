import { reasonInput } from '../action-inputs.ts'
import type { RecordAction } from '../action.ts'
import { decideAdjustments } from './decide-adjustments.ts'

/**
 * Refuses an adjustment, which then moves nothing.
 * @source docs/decisions/0243-erp-stock.md
 */
export const rechazarAjuste: RecordAction = {
  model: 'AjusteInventario',
  name: 'rechazar_ajuste',
  label: 'Rechazar ajuste',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['rechazado'],
  run: (context, ids) =>
    decideAdjustments(context, ids, { action: rechazarAjuste, to: 'rechazado' }),
}
