import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { closedDay, openStockBooks } from './book-stock.ts'
import { reversedLine } from './decisions/reversal.ts'
import { MOVEMENT_EVENT, movementBeyond, type StockDocument } from './decisions/stock-entries.ts'
import { moveStock } from './move-stock.ts'
import { MOVIMIENTO_INVENTARIO_STATES } from './movimiento-inventario-states.ts'
import { planTakenBack } from './plan-taken-back.ts'
import type { StockOutcome } from './stock-movement.ts'
import {
  changeMovements,
  findMovementLines,
  lockMovements,
  type MovementRow,
} from './store/movement-store.ts'

/**
 * Takes an applied movement back by another one, at the value that it moved; a draft is only cancelled.
 * @source docs/decisions/0243-erp-stock.md
 */
export const cancelarMovimiento: RecordAction = {
  model: 'MovimientoInventario',
  name: 'cancelar_movimiento',
  label: 'Cancelar movimiento',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelado'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const reason = String(context.inputs.get('motivo')).trim()
  const batch = new DocumentBatch(ids, await lockMovements(tx, caller.empresa, ids), {
    model: cancelarMovimiento.model,
    states: statesBefore(MOVIMIENTO_INVENTARIO_STATES, cancelarMovimiento.name),
  })
  const books = await openStockBooks(context, [moment.today])
  for (const row of batch.remaining) {
    const problem = problemOf(row)
    if (problem !== null) batch.refuse(row.id, problem)
    else if (row.estado === 'aplicado') batch.refuse(row.id, ...closedDay(books, moment.today))
  }
  const applied = batch.remaining.filter(({ estado }) => estado === 'aplicado')
  const { moved, refused } = await reverseMovements(context, applied)
  batch.refuseAll(refused)
  const done = batch.remaining
  await changeMovements(tx, caller.empresa, {
    changes: done.map(({ id }) => ({ id, estado: 'cancelado', importe: null })),
    now: moment.now,
  })
  const postings = await planTakenBack(context, books, {
    ...MOVEMENT_EVENT,
    reason,
    named: movementBeyond,
    documents: done.map((row) => ({ ...documentOf(row, moment.today), moved: moved.get(row.id) })),
  })
  await recordDeeds(
    context,
    { ...cancelarMovimiento, reason },
    done.map(({ id, folio, estado }) => ({
      id,
      folio,
      before: estado,
      after: 'cancelado',
      more: { motivo: reason, reversa: moved.get(id)?.folio ?? null },
    })),
    postings,
  )
  return batch.outcome
}

function documentOf(row: MovementRow, today: string): StockDocument {
  const { id, folio, centro_costo: centroCosto, proyecto, contrapartida } = row
  return { id, folio, fecha: today, centroCosto, proyecto, contrapartida }
}

function problemOf({
  id,
  modelo,
  registro,
  movimiento_reversa: reversed,
}: MovementRow): ErrorEntry | null {
  if (reversed !== null) {
    const message = `MovimientoInventario ${id} takes ${reversed} back and is final.`
    return { code: 'INVALID_STATE', message }
  }
  if (modelo === null) return null
  const message = `MovimientoInventario ${id} is of ${modelo} ${registro}, whose actions take it back.`
  return { code: 'INVALID_STATE', message }
}

/**
 * Takes applied movements back, each by a new movement of today that refers to it. The keys of the outcome are the ids
 * of the movements taken back.
 */
export async function reverseMovements(
  context: ActionContext,
  applied: readonly Pick<MovementRow, 'id' | 'folio'>[],
): Promise<StockOutcome> {
  if (applied.length === 0) return { moved: new Map(), refused: new Map() }
  const { tx, caller, moment } = context
  const ids = applied.map(({ id }) => id)
  const lines = Map.groupBy(
    await findMovementLines(tx, caller.empresa, ids),
    ({ movimiento }) => movimiento,
  )
  const hasMoved = ({ id }: { readonly id: string }) =>
    (lines.get(id) ?? []).every(({ cantidad_base: moved }) => moved !== null)
  const outcome = await moveStock(
    context,
    applied.filter(hasMoved).map(({ id, folio }) => ({
      key: id,
      id: null,
      concepto: 'REVERSA',
      fecha: moment.now,
      source: { model: 'MovimientoInventario', id },
      referencia: folio,
      reversa: id,
      lines: (lines.get(id) ?? []).map(reversedLine),
    })),
  )
  const unmoved = applied.filter((one) => !hasMoved(one)).map(({ id }) => unmovedOf(id))
  return { ...outcome, refused: new Map([...outcome.refused, ...unmoved]) }
}

function unmovedOf(id: string): [string, readonly ErrorEntry[]] {
  const message = `MovimientoInventario ${id} is from before stock was kept: it moved nothing.`
  return [id, [{ code: 'INVALID_STATE', message }]]
}
