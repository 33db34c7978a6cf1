import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { DocumentBatch } from '../document-batch.ts'
import { reverseMovements } from '../inventario/reverse-movements.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { DEVOLUCION_VENTA_STATES } from './devolucion-venta-states.ts'
import { reverseEntries } from './effects/write-cost-entries.ts'
import {
  changeReturns,
  countReturned,
  findReturnLines,
  lockReturns,
  type ReturnRow,
} from './store/return-store.ts'

/**
 * Takes returns back: what came back is out again, at the value that it came with.
 * @source docs/decisions/0250-erp-selling.md
 */
export const cancelarDevolucion: RecordAction = {
  model: 'DevolucionVenta',
  name: 'cancelar_devolucion',
  label: 'Cancelar devolución',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now, today } = moment
  const batch = new DocumentBatch(ids, await lockReturns(tx, empresa, ids), {
    model: cancelarDevolucion.model,
    states: statesBefore(DEVOLUCION_VENTA_STATES, cancelarDevolucion.name),
  })
  const periods = await loadPeriods(tx, empresa, { days: [today], module: 'ventas' })
  const closed = periods.problemOf(today)
  for (const { id } of batch.remaining.filter(isReceived)) {
    if (closed !== null) batch.refuse(id, closed)
  }
  const { moved, refused } = await reverseMovements(context, batch.remaining.flatMap(movementOf))
  for (const { id, movimiento } of batch.remaining) {
    batch.refuse(id, ...(refused.get(movimiento ?? '') ?? []))
  }
  const done = batch.remaining
  const received = done.filter(isReceived)
  const receivedIds = received.map(({ id }) => id)
  const lines = await findReturnLines(tx, empresa, receivedIds)
  await changeReturns(tx, empresa, {
    changes: done.map(({ id }) => ({ id, estado: 'cancelada', movimiento: null, costo: null })),
    now,
  })
  await countReturned(tx, empresa, {
    parts: lines.flatMap(({ vendida, cantidad_aceptada: cantidad }) =>
      vendida === null || cantidad === null ? [] : [{ id: vendida, cantidad: `-${cantidad}` }],
    ),
    now,
  })
  const { model } = cancelarDevolucion
  await reverseEntries(context, { model, documents: received, periods })
  await recordDeeds(
    context,
    { ...cancelarDevolucion, reason: String(context.inputs.get('motivo')).trim() },
    done.map(({ id, folio, estado, movimiento }) => ({
      id,
      folio,
      before: estado,
      after: 'cancelada',
      more: { reversa: moved.get(movimiento ?? '')?.folio ?? null },
    })),
  )
  return batch.outcome
}

function isReceived({ estado }: ReturnRow): boolean {
  return estado === 'recibida'
}

function movementOf(row: ReturnRow) {
  const { movimiento: id, movimiento_folio: folio } = row
  return isReceived(row) && id !== null ? [{ id, folio: folio ?? '' }] : []
}
