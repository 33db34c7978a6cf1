import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { closedDay, openStockBooks, planStockEntries } from './book-stock.ts'
import { adjustmentSides, stockSource } from './decisions/stock-entries.ts'
import { moveStock } from './move-stock.ts'
import { REVALUACION_INVENTARIO_STATES } from './revaluacion-inventario-states.ts'
import { revaluedMovement } from './revalued-movement.ts'
import {
  changeRevaluations,
  findRevaluationLines,
  linkRevaluationEntries,
  lockRevaluations,
  type RevaluationLineRow,
  type RevaluationRow,
} from './store/revaluation-store.ts'

/**
 * Changes what stock is worth by what was authorized; nothing moves.
 * @source docs/decisions/0253-erp-books.md
 */
export const aplicarRevaluacion: RecordAction = {
  model: 'RevaluacionInventario',
  name: 'aplicar_revaluacion',
  label: 'Aplicar revaluación',
  mode: 'grid_action',
  inputs: [],
  emits: ['aplicada'],
  run: apply,
}

async function apply(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockRevaluations(tx, empresa, ids), {
    model: aplicarRevaluacion.model,
    states: statesBefore(REVALUACION_INVENTARIO_STATES, aplicarRevaluacion.name),
  })
  const books = await openStockBooks(context, [moment.today])
  const found = await findRevaluationLines(
    tx,
    empresa,
    batch.remaining.map(({ id }) => id),
  )
  const lines = Map.groupBy(found, ({ revaluacion }) => revaluacion)
  for (const row of batch.remaining) {
    batch.refuse(row.id, ...problemsOf(row, lines.get(row.id) ?? []))
    batch.refuse(row.id, ...closedDay(books, moment.today))
  }
  const { moved, refused } = await moveStock(
    context,
    batch.remaining.map((row) =>
      revaluedMovement(row, lines.get(row.id) ?? [], { now: moment.now, sign: 1n }),
    ),
  )
  batch.refuseAll(refused)
  const done = batch.remaining.flatMap((row) => {
    const movement = moved.get(row.id)
    return movement === undefined ? [] : [{ row, movement }]
  })
  await changeRevaluations(tx, empresa, {
    changes: done.map(({ row: { id }, movement }) => ({
      id,
      estado: 'aplicada',
      movimiento: movement.id,
    })),
    now: moment.now,
  })
  const { model, name: event } = aplicarRevaluacion
  const of = { model, event, moneda: books.moneda }
  const sources = done.flatMap(({ row: { id, folio }, movement }) => {
    const document = { id, folio, fecha: moment.today }
    return stockSource(of, document, adjustmentSides(movement)) ?? []
  })
  const written = await recordDeeds(
    context,
    { ...aplicarRevaluacion, reason: null },
    done.map(({ row: { id, folio, estado }, movement }) => ({
      id,
      folio,
      before: estado,
      after: 'aplicada',
      more: { movimiento: movement.folio },
    })),
    { entries: await planStockEntries(context, books, sources), reversals: [] },
  )
  await linkRevaluationEntries(tx, empresa, written)
  return batch.outcome
}

function problemsOf(
  { id, almacen }: RevaluationRow,
  lines: readonly RevaluationLineRow[],
): readonly ErrorEntry[] {
  if (lines.length === 0) {
    const message = `RevaluacionInventario ${id} has no lines that change a value.`
    return [{ code: 'NO_LINES', message }]
  }
  if (almacen !== null) return []
  return [{ code: 'VALIDATION', field: 'almacen', message: 'almacen: it says where the stock is.' }]
}
