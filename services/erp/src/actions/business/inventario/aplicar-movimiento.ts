import type { ErrorEntry } from '../../../errors.ts'
import { mexicanDay } from '../../../identity/mexican-day.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import type { EntrySource } from '../contabilidad/decisions/entry-source.ts'
import { DocumentBatch } from '../document-batch.ts'
import { atUnitCost, quantity } from '../quantity.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { closedDay, openStockBooks, planStockEntries, type StockBooks } from './book-stock.ts'
import { MOVEMENT_EVENT, movementSides, stockSource } from './decisions/stock-entries.ts'
import { movementValue } from './effects/write-stock.ts'
import { moveStock } from './move-stock.ts'
import { MOVIMIENTO_INVENTARIO_STATES } from './movimiento-inventario-states.ts'
import type { MovedStock, StockLine, StockMovement, StockPlace } from './stock-movement.ts'
import {
  changeMovements,
  findMovementLines,
  linkEntries,
  lockMovements,
  type MovementLineRow,
  type MovementRow,
} from './store/movement-store.ts'

/**
 * Moves what the lines of a movement say: stock, its value, its layers.
 * @source docs/decisions/0243-erp-stock.md
 */
export const aplicarMovimiento: RecordAction = {
  model: 'MovimientoInventario',
  name: 'aplicar_movimiento',
  label: 'Aplicar movimiento',
  mode: 'grid_action',
  inputs: [],
  emits: ['aplicado'],
  run: apply,
}

async function apply(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new DocumentBatch(ids, await lockMovements(tx, caller.empresa, ids), {
    model: aplicarMovimiento.model,
    states: statesBefore(MOVIMIENTO_INVENTARIO_STATES, aplicarMovimiento.name),
  })
  const drafts = batch.remaining.map(({ id }) => id)
  if (drafts.length === 0) return batch.outcome
  const lines = Map.groupBy(
    await findMovementLines(tx, caller.empresa, drafts),
    ({ movimiento }) => movimiento,
  )
  const books = await openStockBooks(context, batch.remaining.map(dayOf))
  for (const row of batch.remaining) {
    const problems = problemsOf(row, lines.get(row.id) ?? [], moment.now)
    batch.refuse(row.id, ...(problems.length > 0 ? problems : closedDay(books, dayOf(row))))
  }
  const movements = batch.remaining.map((row) => movementOf(row, lines.get(row.id) ?? []))
  const { moved, refused } = await moveStock(context, movements)
  batch.refuseAll(refused)
  const done = batch.remaining.map((row) => {
    const importe = amountText(movementValue(moved.get(row.id)?.lines ?? []))
    return { row, importe }
  })
  await changeMovements(tx, caller.empresa, {
    changes: done.map(({ row, importe }) => ({ id: row.id, estado: 'aplicado', importe })),
    now: moment.now,
  })
  const sources = done.flatMap(({ row }) => sourceOf(row, moved.get(row.id), books) ?? [])
  const written = await recordDeeds(
    context,
    { ...aplicarMovimiento, reason: null },
    done.map(({ row, importe }) => ({
      id: row.id,
      folio: row.folio,
      before: row.estado,
      after: 'aplicado',
      more: { importe },
    })),
    { entries: await planStockEntries(context, books, sources), reversals: [] },
  )
  await linkEntries(tx, caller.empresa, written)
  return batch.outcome
}

/** The day of a movement, by which it is booked. */
function dayOf({ fecha }: MovementRow): string {
  return mexicanDay(Date.parse(fecha))
}

function sourceOf(
  row: MovementRow,
  moved: MovedStock | undefined,
  { moneda }: StockBooks,
): EntrySource | null {
  if (moved === undefined) return null
  const { centro_costo: centroCosto, contrapartida, proyecto } = row
  const document = { ...row, fecha: dayOf(row), centroCosto, proyecto, contrapartida }
  return stockSource({ ...MOVEMENT_EVENT, moneda }, document, movementSides(moved))
}

function problemsOf(
  row: MovementRow,
  lines: readonly MovementLineRow[],
  now: string,
): readonly ErrorEntry[] {
  if (lines.length === 0) {
    return [{ code: 'NO_LINES', message: `MovimientoInventario ${row.id} has no lines.` }]
  }
  if (!row.concepto_activo) return [invalid('concepto', 'the concept is not active')]
  if (row.fecha > now) return [invalid('fecha', `${row.fecha} has not come yet`)]
  if (row.naturaleza === 'traspaso' && row.almacen_destino === null) {
    return [invalid('almacen_destino', 'a movement between warehouses says where to')]
  }
  return lines.flatMap(problemOfCost)
}

function problemOfCost(line: MovementLineRow): readonly ErrorEntry[] {
  const { importe, costo_unitario: cost, cantidad, partida } = line
  if (importe === null || cost === null) return []
  const made = atUnitCost(quantity(positive(cantidad)), quantity(cost))
  if (cents(importe) === made) return []
  const what = `importe is ${importe}, but cantidad ${cantidad} × costo_unitario ${cost} make ${amountText(made)}`
  return [invalid('importe', `line ${partida}: ${what}`)]
}

function invalid(field: string, what: string): ErrorEntry {
  return { code: 'VALIDATION', field, message: `${field}: ${what}.` }
}

function positive(cantidad: string): string {
  return cantidad.replace(/^-/, '')
}

function movementOf(row: MovementRow, lines: readonly MovementLineRow[]): StockMovement {
  return {
    key: row.id,
    id: row.id,
    concepto: 'AJUSTE',
    fecha: row.fecha,
    source: null,
    referencia: null,
    reversa: null,
    lines: lines.map((line) => lineOf(row, line)),
  }
}

function lineOf(row: MovementRow, line: MovementLineRow): StockLine {
  const { id, partida, articulo, lote, serie, cantidad, unidad, reserva } = line
  const { from, to } = placesOf(row, line)
  const isAdjustment = row.naturaleza === 'ajuste'
  return {
    id,
    partida,
    articulo,
    lote,
    serie,
    from,
    to,
    cantidad: isAdjustment ? positive(cantidad) : cantidad,
    unidad,
    importe: from === null ? costOf(line) : null,
    reserva,
    reversa: null,
  }
}

/** What an entry was said to cost; null: nothing was said. */
function costOf({ importe, costo_unitario: cost, cantidad }: MovementLineRow): bigint | null {
  if (cost !== null) return atUnitCost(quantity(positive(cantidad)), quantity(cost))
  return importe === null ? null : cents(importe)
}

/** Where a line comes from and goes to, by the nature of the movement's concept; an adjustment by its sign. */
function placesOf(
  { naturaleza, almacen, almacen_destino: destino }: MovementRow,
  { ubicacion, ubicacion_destino: ubicacionDestino, cantidad }: MovementLineRow,
): { readonly from: StockPlace | null; readonly to: StockPlace | null } {
  const here = { almacen, ubicacion }
  switch (naturaleza) {
    case 'entrada':
      return { from: null, to: here }
    case 'salida':
      return { from: here, to: null }
    case 'traspaso':
      return { from: here, to: { almacen: destino ?? almacen, ubicacion: ubicacionDestino } }
    case 'ajuste':
      return cantidad.startsWith('-') ? { from: here, to: null } : { from: null, to: here }
  }
}
