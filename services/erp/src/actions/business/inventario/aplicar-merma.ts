import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, sumOf } from '../cents.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { closedDay, openStockBooks, planStockEntries } from './book-stock.ts'
import { lossSides, stockSource } from './decisions/stock-entries.ts'
import { MERMA_INVENTARIO_STATES } from './merma-inventario-states.ts'
import { moveStock } from './move-stock.ts'
import type { StockMovement } from './stock-movement.ts'
import { changeLosses, lockLosses, type LossRow } from './store/loss-store.ts'

/**
 * Takes what was lost out of stock, at what it costs.
 * @source docs/decisions/0253-erp-books.md
 */
export const aplicarMerma: RecordAction = {
  model: 'MermaInventario',
  name: 'aplicar_merma',
  label: 'Aplicar merma',
  mode: 'grid_action',
  inputs: [],
  emits: ['aplicada'],
  run: apply,
}

async function apply(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new DocumentBatch(ids, await lockLosses(tx, caller.empresa, ids), {
    model: aplicarMerma.model,
    states: statesBefore(MERMA_INVENTARIO_STATES, aplicarMerma.name),
  })
  const books = await openStockBooks(context, [moment.today])
  for (const { id } of batch.remaining) batch.refuse(id, ...closedDay(books, moment.today))
  const { moved, refused } = await moveStock(
    context,
    batch.remaining.map((row) => movementOf(row, moment.now)),
  )
  batch.refuseAll(refused)
  const done = batch.remaining.flatMap((row) => {
    const movement = moved.get(row.id)
    if (movement === undefined) return []
    const importe = amountText(sumOf(movement.lines.map(({ valueOut }) => valueOut ?? 0n)))
    return [{ row, movement, importe }]
  })
  await changeLosses(tx, caller.empresa, {
    changes: done.map(({ row, movement, importe }) => ({
      id: row.id,
      estado: 'aplicada',
      movimiento: movement.id,
      importe,
    })),
    now: moment.now,
  })
  const of = { model: aplicarMerma.model, event: aplicarMerma.name, moneda: books.moneda }
  const sources = done.flatMap(({ row: { id, folio }, movement }) => {
    const document = { id, folio, fecha: moment.today }
    return stockSource(of, document, lossSides(movement)) ?? []
  })
  await recordDeeds(
    context,
    { ...aplicarMerma, reason: null },
    done.map(({ row, movement, importe }) => ({
      id: row.id,
      folio: row.folio,
      before: row.estado,
      after: 'aplicada',
      more: { importe, movimiento: movement.folio },
    })),
    { entries: await planStockEntries(context, books, sources), reversals: [] },
  )
  return batch.outcome
}

function movementOf(row: LossRow, now: string): StockMovement {
  const { id, folio, articulo, almacen, ubicacion, lote, serie, cantidad } = row
  const line = { articulo, lote, serie, cantidad, from: { almacen, ubicacion }, to: null }
  return {
    key: id,
    id: null,
    concepto: 'AJUSTE',
    fecha: now,
    source: { model: aplicarMerma.model, id },
    referencia: folio,
    reversa: null,
    lines: [
      { ...line, id: null, partida: 1, unidad: null, importe: null, reserva: null, reversa: null },
    ],
  }
}
