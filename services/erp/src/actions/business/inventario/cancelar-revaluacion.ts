import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { closedDay, openStockBooks, planCounterEntries } from './book-stock.ts'
import { moveStock } from './move-stock.ts'
import { REVALUACION_INVENTARIO_STATES } from './revaluacion-inventario-states.ts'
import { revaluedMovement } from './revalued-movement.ts'
import {
  changeRevaluations,
  findRevaluationLines,
  lockRevaluations,
} from './store/revaluation-store.ts'

/**
 * Changes the value of stock back, as long as as much is there.
 * @source docs/decisions/0253-erp-books.md
 */
export const cancelarRevaluacion: RecordAction = {
  model: 'RevaluacionInventario',
  name: 'cancelar_revaluacion',
  label: 'Cancelar revaluación',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const reason = String(inputs.get('motivo')).trim()
  const batch = new DocumentBatch(ids, await lockRevaluations(tx, empresa, ids), {
    model: cancelarRevaluacion.model,
    states: statesBefore(REVALUACION_INVENTARIO_STATES, cancelarRevaluacion.name),
  })
  const books = await openStockBooks(context, [moment.today])
  for (const { id } of batch.remaining) batch.refuse(id, ...closedDay(books, moment.today))
  const open = batch.remaining.map(({ id }) => id)
  const found = await findRevaluationLines(tx, empresa, open)
  const lines = Map.groupBy(found, ({ revaluacion }) => revaluacion)
  const { moved, refused } = await moveStock(
    context,
    batch.remaining.map((row) =>
      revaluedMovement(row, lines.get(row.id) ?? [], { now: moment.now, sign: -1n }),
    ),
  )
  batch.refuseAll(refused)
  const done = batch.remaining
  await changeRevaluations(tx, empresa, {
    changes: done.map(({ id }) => ({ id, estado: 'cancelada', movimiento: null })),
    now: moment.now,
  })
  const counters = await planCounterEntries(context, books, {
    model: cancelarRevaluacion.model,
    ids: done.map(({ id }) => id),
    reason,
  })
  await recordDeeds(
    context,
    { ...cancelarRevaluacion, reason },
    done.map(({ id, folio, estado }) => ({
      id,
      folio,
      before: estado,
      after: 'cancelada',
      more: { motivo: reason, reversa: moved.get(id)?.folio ?? null },
    })),
    { entries: [], reversals: [...counters.values()].flat() },
  )
  return batch.outcome
}
