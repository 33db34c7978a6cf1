import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { INVENTARIO_FISICO_STATES } from './inventario-fisico-states.ts'
import { changeCounts, lockCounts } from './store/count-store.ts'

/**
 * Ends a count without adjusting anything.
 * @source docs/decisions/0243-erp-stock.md
 */
export const cancelarConteo: RecordAction = {
  model: 'InventarioFisico',
  name: 'cancelar_conteo',
  label: 'Cancelar conteo',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelado'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new DocumentBatch(ids, await lockCounts(tx, caller.empresa, ids), {
    model: cancelarConteo.model,
    states: statesBefore(INVENTARIO_FISICO_STATES, cancelarConteo.name),
  })
  const done = batch.remaining
  await changeCounts(tx, caller.empresa, {
    changes: done.map(({ id }) => ({
      id,
      estado: 'cancelado',
      fecha_congelado: null,
      importe_diferencia: null,
      ajuste: null,
    })),
    now: moment.now,
  })
  await recordDeeds(
    context,
    { ...cancelarConteo, reason: String(context.inputs.get('motivo')).trim() },
    done.map(({ id, folio, estado }) => ({ id, folio, before: estado, after: 'cancelado' })),
  )
  return batch.outcome
}
