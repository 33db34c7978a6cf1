import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { leftOf } from './decisions/transfer-lines.ts'
import { settleTransfers } from './settle-transfers.ts'
import { findTransferLines, lockTransfers } from './store/transfer-store.ts'
import { TRASPASO_ALMACEN_STATES } from './traspaso-almacen-states.ts'

/**
 * Ends a transfer: what is still under way goes back to where it came from, at the value that it left with.
 * @source docs/decisions/0243-erp-stock.md
 */
export const cancelarTraspaso: RecordAction = {
  model: 'TraspasoAlmacen',
  name: 'cancelar_traspaso',
  label: 'Cancelar traspaso',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelado', 'recibido'],
  run: cancel,
}

const SENT = new Set(['en_transito', 'recibido_parcial'])

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new DocumentBatch(ids, await lockTransfers(tx, caller.empresa, ids), {
    model: cancelarTraspaso.model,
    states: statesBefore(TRASPASO_ALMACEN_STATES, cancelarTraspaso.name),
  })
  const sent = batch.remaining.filter(({ estado }) => SENT.has(estado)).map(({ id }) => id)
  const lines = Map.groupBy(
    await findTransferLines(tx, caller.empresa, sent),
    ({ traspaso }) => traspaso,
  )
  const parts = new Map(
    [...lines].map(([id, rows]) => [
      id,
      rows.map((row) => ({ row, cantidad: leftOf(row) })).filter(({ cantidad }) => cantidad > 0n),
    ]),
  )
  await settleTransfers(context, batch, {
    action: cancelarTraspaso,
    reason: String(context.inputs.get('motivo')).trim(),
    to: 'origen',
    lines,
    parts,
    // What had arrived has arrived.
    stateAfter: ({ estado }) => (estado === 'recibido_parcial' ? 'recibido' : 'cancelado'),
  })
  return batch.outcome
}
