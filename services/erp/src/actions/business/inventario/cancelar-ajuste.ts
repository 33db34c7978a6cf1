import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { AJUSTE_INVENTARIO_STATES } from './ajuste-inventario-states.ts'
import { closedDay, openStockBooks } from './book-stock.ts'
import { reverseMovements } from './cancelar-movimiento.ts'
import { ADJUSTMENT_EVENT, adjustmentBeyond } from './decisions/stock-entries.ts'
import { planTakenBack } from './plan-taken-back.ts'
import { changeAdjustments, lockAdjustments, type AdjustmentRow } from './store/adjustment-store.ts'

/**
 * Takes an applied adjustment back.
 * @source docs/decisions/0243-erp-stock.md
 */
export const cancelarAjuste: RecordAction = {
  model: 'AjusteInventario',
  name: 'cancelar_ajuste',
  label: 'Cancelar ajuste',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelado'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new DocumentBatch(ids, await lockAdjustments(tx, caller.empresa, ids), {
    model: cancelarAjuste.model,
    states: statesBefore(AJUSTE_INVENTARIO_STATES, cancelarAjuste.name),
  })
  const books = await openStockBooks(context, [moment.today])
  for (const { id, estado } of batch.remaining) {
    if (estado === 'aplicado') batch.refuse(id, ...closedDay(books, moment.today))
  }
  const { moved, refused } = await reverseMovements(context, batch.remaining.flatMap(movementOf))
  for (const { id, movimiento } of batch.remaining) {
    const problems = refused.get(movimiento ?? '')
    if (problems !== undefined) batch.refuse(id, ...problems)
  }
  const done = batch.remaining
  await changeAdjustments(tx, caller.empresa, {
    changes: done.map(({ id }) => ({
      id,
      estado: 'cancelado',
      autorizado_por: null,
      movimiento: null,
      importe: null,
    })),
    now: moment.now,
  })
  const reason = String(context.inputs.get('motivo')).trim()
  const postings = await planTakenBack(context, books, {
    ...ADJUSTMENT_EVENT,
    reason,
    named: adjustmentBeyond,
    documents: done.map(({ id, folio, movimiento }) => ({
      id,
      folio,
      fecha: moment.today,
      moved: moved.get(movimiento ?? ''),
    })),
  })
  await recordDeeds(
    context,
    { ...cancelarAjuste, reason },
    done.map(({ id, folio, estado, movimiento }) => ({
      id,
      folio,
      before: estado,
      after: 'cancelado',
      more: { reversa: moved.get(movimiento ?? '')?.folio ?? null },
    })),
    postings,
  )
  return batch.outcome
}

/** The movement that an applied adjustment caused. */
function movementOf({ estado, movimiento: id, movimiento_folio: folio }: AdjustmentRow) {
  return estado === 'aplicado' && id !== null ? [{ id, folio: folio ?? '' }] : []
}
