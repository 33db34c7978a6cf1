import { numberSource, takeNumbers } from '../../../store/counter-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, sumOf } from '../cents.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { closedDay, openStockBooks, planStockEntries } from './book-stock.ts'
import { differenceAmounts, differenceLine, differenceValue } from './decisions/difference-lines.ts'
import { ADJUSTMENT_EVENT, adjustmentSides, stockSource } from './decisions/stock-entries.ts'
import { INVENTARIO_FISICO_STATES } from './inventario-fisico-states.ts'
import { moveStock } from './move-stock.ts'
import type { MovedStock, StockMovement } from './stock-movement.ts'
import { insertAdjustments } from './store/adjustment-store.ts'
import {
  changeCounts,
  findCounted,
  lockCounts,
  writeCountResults,
  type CountedRow,
  type CountRow,
} from './store/count-store.ts'

/**
 * Moves the differences of a count by an adjustment that is applied at once.
 * @source docs/decisions/0243-erp-stock.md
 */
export const ajustarConteo: RecordAction = {
  model: 'InventarioFisico',
  name: 'ajustar_conteo',
  label: 'Ajustar conteo',
  mode: 'grid_action',
  inputs: [],
  emits: ['ajustado'],
  run: adjust,
}

/** A count whose differences have moved. */
interface Adjusted {
  readonly row: CountRow
  /** Those of its lines that differ, in the order of the movement's. */
  readonly lines: readonly CountedRow[]
  /** Null: nothing differed. */
  readonly movement: MovedStock | null
  readonly importe: string
}

async function adjust(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new DocumentBatch(ids, await lockCounts(tx, caller.empresa, ids), {
    model: ajustarConteo.model,
    states: statesBefore(INVENTARIO_FISICO_STATES, ajustarConteo.name),
  })
  const found = await findCounted(
    tx,
    caller.empresa,
    batch.remaining.map(({ id }) => id),
  )
  const lines = Map.groupBy(found.filter(isDifferent), ({ inventario }) => inventario)
  const differing = batch.remaining.filter(({ id }) => lines.has(id))
  const books = await openStockBooks(context, [moment.today])
  for (const { id } of differing) batch.refuse(id, ...closedDay(books, moment.today))
  const { moved, refused } = await moveStock(
    context,
    batch.remaining
      .filter(({ id }) => lines.has(id))
      .map((row) => movementOf(row, lines.get(row.id) ?? [], moment.now)),
  )
  batch.refuseAll(refused)
  const done = batch.remaining.map((row): Adjusted => {
    const movement = moved.get(row.id) ?? null
    const importe = amountText(sumOf((movement?.lines ?? []).map(differenceValue)))
    return { row, lines: lines.get(row.id) ?? [], movement, importe }
  })
  const made = await writeAdjustments(context, done)
  await writeCounts(context, done)
  const of = { ...ADJUSTMENT_EVENT, moneda: books.moneda }
  const sources = made.flatMap(
    ({ id, folio, movement }) =>
      stockSource(of, { id: String(id), folio, fecha: moment.today }, adjustmentSides(movement)) ??
      [],
  )
  await recordDeeds(
    context,
    { ...ajustarConteo, reason: null },
    done.map(({ row, movement, importe }) => ({
      id: row.id,
      folio: row.folio,
      before: row.estado,
      after: 'ajustado',
      more: { importe_diferencia: importe, movimiento: movement?.folio ?? null },
    })),
    { entries: await planStockEntries(context, books, sources), reversals: [] },
  )
  return batch.outcome
}

function isDifferent({ diferencia }: CountedRow): boolean {
  return diferencia !== null && /[1-9]/.test(diferencia)
}

function movementOf(row: CountRow, lines: readonly CountedRow[], now: string): StockMovement {
  return {
    key: row.id,
    id: null,
    concepto: 'AJUSTE',
    fecha: now,
    source: { model: ajustarConteo.model, id: row.id },
    referencia: row.folio,
    reversa: null,
    lines: lines.map((line) =>
      differenceLine({
        ...line,
        almacen: row.almacen,
        serie: null,
        cantidad: line.diferencia ?? '0',
        costo_unitario: null,
      }),
    ),
  }
}

const FOLIO_DIGITS = 6

interface MadeAdjustment {
  readonly id: number
  readonly folio: string
  readonly movement: MovedStock
}

/** The adjustments that say what was found and what is missing. */
async function writeAdjustments(
  { tx, caller, moment }: ActionContext,
  done: readonly Adjusted[],
): Promise<readonly MadeAdjustment[]> {
  const moved = done.flatMap(({ row, movement, lines, importe }) =>
    movement === null ? [] : [{ row, movement, lines, importe }],
  )
  const count = moved.reduce((sum, { lines }) => sum + lines.length, 0)
  const numbers = numberSource(
    await takeNumbers(
      tx,
      caller.empresa,
      new Map([
        ['ajuste_inventario', moved.length],
        ['ajuste_inventario_partida', count],
      ]),
    ),
  )
  const made = moved.map((one) => {
    const id = numbers('ajuste_inventario')
    return { ...one, id, folio: `AC-${String(id).padStart(FOLIO_DIGITS, '0')}` }
  })
  await insertAdjustments(tx, caller.empresa, {
    adjustments: made.map(({ id, folio, row, movement, importe }) => ({
      id,
      folio,
      fecha: moment.today,
      almacen: row.almacen,
      inventario: row.id,
      movimiento: movement.id,
      importe,
    })),
    lines: made.flatMap(({ id, lines, movement }) =>
      movement.lines.map((one, index) => ({
        id: numbers('ajuste_inventario_partida'),
        ajuste: id,
        partida: index + 1,
        articulo: one.line.articulo,
        lote: one.line.lote,
        ubicacion: lines[index]?.ubicacion ?? null,
        cantidad: lines[index]?.diferencia ?? '0',
        ...differenceAmounts(one),
      })),
    ),
    usuarioId: caller.usuarioId,
    now: moment.now,
  })
  return made
}

async function writeCounts(
  { tx, caller, moment }: ActionContext,
  done: readonly Adjusted[],
): Promise<void> {
  await writeCountResults(tx, caller.empresa, {
    results: done.flatMap(({ lines, movement }) =>
      (movement?.lines ?? []).flatMap((one, index) => {
        const line = lines[index]
        if (line === undefined) return []
        const { costo_unitario, importe } = differenceAmounts(one)
        const { id, contada, diferencia } = line
        return [
          {
            id,
            contada: contada ?? '0',
            diferencia: diferencia ?? '0',
            costo_unitario,
            importe_diferencia: importe,
            ajustada: true,
          },
        ]
      }),
    ),
    now: moment.now,
  })
  await changeCounts(tx, caller.empresa, {
    changes: done.map(({ row, movement, importe }) => ({
      id: row.id,
      estado: 'ajustado',
      fecha_congelado: null,
      importe_diferencia: importe,
      ajuste: movement?.id ?? null,
    })),
    now: moment.now,
  })
}
