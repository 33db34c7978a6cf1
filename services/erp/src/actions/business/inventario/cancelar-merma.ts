import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { aplicarMerma } from './aplicar-merma.ts'
import { closedDay, openStockBooks } from './book-stock.ts'
import { reverseMovements } from './cancelar-movimiento.ts'
import { costBeyond } from './decisions/stock-entries.ts'
import { MERMA_INVENTARIO_STATES } from './merma-inventario-states.ts'
import { planTakenBack } from './plan-taken-back.ts'
import { changeLosses, lockLosses } from './store/loss-store.ts'

/**
 * Brings back what was not lost after all.
 * @source docs/decisions/0253-erp-books.md
 */
export const cancelarMerma: RecordAction = {
  model: 'MermaInventario',
  name: 'cancelar_merma',
  label: 'Cancelar merma',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const reason = String(inputs.get('motivo')).trim()
  const batch = new DocumentBatch(ids, await lockLosses(tx, caller.empresa, ids), {
    model: cancelarMerma.model,
    states: statesBefore(MERMA_INVENTARIO_STATES, cancelarMerma.name),
  })
  const books = await openStockBooks(context, [moment.today])
  for (const { id } of batch.remaining) batch.refuse(id, ...closedDay(books, moment.today))
  const applied = batch.remaining.flatMap(({ movimiento, movimiento_folio: folio }) =>
    movimiento === null ? [] : [{ id: movimiento, folio: folio ?? '' }],
  )
  const { moved, refused } = await reverseMovements(context, applied)
  for (const { id, movimiento } of batch.remaining) {
    batch.refuse(id, ...(refused.get(movimiento ?? '') ?? []))
  }
  const done = batch.remaining
  await changeLosses(tx, caller.empresa, {
    changes: done.map(({ id }) => ({ id, estado: 'cancelada', movimiento: null, importe: null })),
    now: moment.now,
  })
  const postings = await planTakenBack(context, books, {
    model: cancelarMerma.model,
    event: aplicarMerma.name,
    reason,
    named: costBeyond,
    documents: done.map(({ id, folio, movimiento }) => ({
      id,
      folio,
      fecha: moment.today,
      moved: moved.get(movimiento ?? ''),
    })),
  })
  await recordDeeds(
    context,
    { ...cancelarMerma, reason },
    done.map(({ id, folio, estado, movimiento }) => ({
      id,
      folio,
      before: estado,
      after: 'cancelada',
      more: { motivo: reason, reversa: moved.get(movimiento ?? '')?.folio ?? null },
    })),
    postings,
  )
  return batch.outcome
}
