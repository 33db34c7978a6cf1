import type { RecordAction } from '../action.ts'
import { decideAdjustments } from './decide-adjustments.ts'

/**
 * Lets an adjustment be applied.
 * @source docs/decisions/0243-erp-stock.md
 */
export const autorizarAjuste: RecordAction = {
  model: 'AjusteInventario',
  name: 'autorizar_ajuste',
  label: 'Autorizar ajuste',
  mode: 'grid_action',
  inputs: [],
  emits: ['autorizado'],
  run: (context, ids) =>
    decideAdjustments(context, ids, { action: autorizarAjuste, to: 'autorizado' }),
}
