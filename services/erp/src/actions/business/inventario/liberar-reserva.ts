import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { releaseReservations } from './reserve-stock.ts'
import { findReservations } from './store/stock-store.ts'

/**
 * Frees what a reservation still holds.
 * @source docs/decisions/0243-erp-stock.md
 */
export const liberarReserva: RecordAction = {
  model: 'ReservaInventario',
  name: 'liberar_reserva',
  label: 'Liberar reserva',
  mode: 'grid_action',
  inputs: [],
  // A reservation whose day is over is freed by housekeeping.
  emits: ['liberada', 'vencida'],
  run: release,
}

async function release(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const freed = await releaseReservations(context, ids)
  // Reservations change only under the lock of their stock, which is held by now.
  const rows = await findReservations(tx, caller.empresa, ids)
  const before = rows.map((row) => ({ ...row, estado: freed.has(row.id) ? 'vigente' : row.estado }))
  const batch = new DocumentBatch(ids, new Map(before.map((row) => [row.id, row])), {
    model: liberarReserva.model,
    states: ['vigente'],
  })
  await recordDeeds(
    context,
    { ...liberarReserva, reason: null },
    batch.remaining.map(({ id, folio, estado }) => ({
      id,
      folio,
      before: estado,
      after: 'liberada',
    })),
  )
  return batch.outcome
}
