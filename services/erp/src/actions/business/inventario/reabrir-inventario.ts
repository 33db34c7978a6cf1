import { statesBefore } from '../../../dictionary/document-moves.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { changeClosings, deleteHistory, lockClosings } from './store/closing-store.ts'

/**
 * Opens the last closed period of a warehouse again, and forgets what it kept.
 * @source docs/decisions/0243-erp-stock.md
 */
export const reabrirInventario: RecordAction = {
  model: 'CierreInventario',
  name: 'reabrir_inventario',
  label: 'Reabrir inventario',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['abierto'],
  run: reopen,
}

async function reopen(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new DocumentBatch(ids, await lockClosings(tx, caller.empresa, ids), {
    model: reabrirInventario.model,
    states: statesBefore('CierreInventario', reabrirInventario.name),
  })
  for (const { id, posterior } of batch.remaining) {
    if (posterior === null) continue
    const message = `CierreInventario ${id}: ${posterior} is closed too and must be reopened first.`
    batch.refuse(id, { code: 'INVALID_STATE', message })
  }
  const done = batch.remaining
  if (done.length === 0) return batch.outcome
  await deleteHistory(
    tx,
    caller.empresa,
    done.map(({ id }) => id),
  )
  await changeClosings(tx, caller.empresa, {
    changes: done.map(({ id }) => ({
      id,
      estado: 'abierto',
      importe_inventario: null,
      diferencia: null,
    })),
    usuarioId: caller.usuarioId,
    now: moment.now,
  })
  await recordDeeds(
    context,
    { ...reabrirInventario, reason: String(context.inputs.get('motivo')).trim() },
    done.map(({ id, folio, estado }) => ({ id, folio, before: estado, after: 'abierto' })),
  )
  return batch.outcome
}
