import { mexicanDay } from '../../../identity/mexican-day.ts'
import type { ActionContext, RecordAction } from '../action.ts'
import { amountText } from '../cents.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import type { DocumentBatch } from '../document-batch.ts'
import { moveStock } from '../inventario/move-stock.ts'
import type { MovedStock, StockMovement } from '../inventario/stock-movement.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { DeliveredState } from './decisions/check-delivery.ts'
import { costSource, lineCost, totalCost, type CostedLine } from './decisions/cost-source.ts'
import { writeCostEntries } from './effects/write-cost-entries.ts'
import {
  changeDeliveries,
  costDeliveryLines,
  countDelivered,
  findDeliveryLines,
  type DeliveryLineRow,
  type DeliveryRow,
} from './store/delivery-store.ts'

const MODEL = 'RemisionVenta'

/**
 * Delivers what locked deliveries say: it leaves stock, what was put aside for it first, and its cost goes to the books,
 * the delivery and the lines of the sale.
 * @source docs/decisions/0250-erp-selling.md
 */
export async function deliver(
  context: ActionContext,
  batch: DocumentBatch<DeliveryRow>,
  action: Pick<RecordAction, 'name'>,
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now } = moment
  const { lines, periods } = await check(context, batch)
  const movements = batch.remaining.flatMap((row) => movementOf(row, lines.get(row.id) ?? []))
  const { moved, refused } = await moveStock(context, movements)
  batch.refuseAll(refused)
  const done = batch.remaining.map((row) => ({
    row,
    movement: moved.get(row.id),
    costed: costedLines(lines.get(row.id) ?? [], moved.get(row.id)),
  }))
  await changeDeliveries(tx, empresa, {
    changes: done.map(({ row, movement, costed }) => ({
      id: row.id,
      estado: 'entregada',
      movimiento: movement?.id ?? null,
      costo: amountText(totalCost(costed)),
    })),
    now,
  })
  const costs = done.flatMap(({ costed }) => costed.map(lineCost))
  await costDeliveryLines(tx, empresa, { lines: costs, now })
  await countDelivered(tx, empresa, {
    parts: done.flatMap(({ row }) => (lines.get(row.id) ?? []).flatMap(deliveredPart)),
    now,
  })
  await writeCostEntries(context, { model: MODEL, event: 'entregar', periods }, (currency) =>
    done.map(({ row, costed }) => costSource(documentOf(row), costed, currency)),
  )
  await recordDeeds(
    context,
    { model: MODEL, name: action.name, reason: null },
    done.map(({ row, movement, costed }) => ({
      id: row.id,
      folio: row.folio,
      before: row.estado,
      after: 'entregada',
      more: {
        venta: row.venta,
        movimiento: movement?.folio ?? null,
        costo: amountText(totalCost(costed)),
      },
    })),
  )
}

/** Refuses what cannot be delivered, apart from its stock. */
async function check(
  { tx, caller, moment }: ActionContext,
  batch: DocumentBatch<DeliveryRow>,
): Promise<{
  readonly lines: ReadonlyMap<string, readonly DeliveryLineRow[]>
  readonly periods: Periods
}> {
  const { empresa } = caller
  const ids = batch.remaining.map(({ id }) => id)
  const lines = Map.groupBy(await findDeliveryLines(tx, empresa, ids), ({ remision }) => remision)
  const days = batch.remaining.map(dayOf)
  const periods = await loadPeriods(tx, empresa, { days, module: 'ventas' })
  const state = new DeliveredState()
  for (const row of batch.remaining) {
    const closed = periods.problemOf(dayOf(row))
    const own = lines.get(row.id) ?? []
    batch.refuse(row.id, ...(closed === null ? state.problemsOf(row, own, moment.now) : [closed]))
  }
  return { lines, periods }
}

function dayOf({ fecha }: DeliveryRow): string {
  return mexicanDay(Date.parse(fecha))
}

function movementOf(row: DeliveryRow, lines: readonly DeliveryLineRow[]): readonly StockMovement[] {
  const kept = lines.filter((line) => line.tiene_existencia)
  if (kept.length === 0) return []
  return [
    {
      key: row.id,
      id: null,
      concepto: 'SAL-VENTA',
      fecha: row.fecha,
      source: { model: MODEL, id: row.id },
      referencia: row.folio,
      reversa: null,
      links: { venta: row.venta },
      serieEstado: 'vendida',
      lines: kept.map((line) => ({
        id: null,
        partida: line.partida,
        articulo: line.articulo,
        lote: line.lote,
        serie: line.serie,
        from: { almacen: row.almacen, ubicacion: line.ubicacion },
        to: null,
        cantidad: line.cantidad,
        unidad: line.unidad,
        importe: null,
        reserva: line.reserva_estado === 'vigente' ? line.reserva : null,
        reversa: null,
      })),
    },
  ]
}

/** The lines that moved, in the order in which they were read. */
function costedLines(
  lines: readonly DeliveryLineRow[],
  movement: MovedStock | undefined,
): readonly CostedLine[] {
  const kept = lines.filter((line) => line.tiene_existencia)
  return (movement?.lines ?? []).flatMap((moved, index) => {
    const line = kept[index]
    return line === undefined ? [] : [{ ...line, moved }]
  })
}

function deliveredPart({ vendida, cantidad }: DeliveryLineRow) {
  return vendida === null ? [] : [{ id: vendida, cantidad }]
}

function documentOf(row: DeliveryRow) {
  return {
    model: MODEL,
    event: 'entregar',
    record: row.id,
    folio: row.folio,
    fecha: dayOf(row),
    dimensiones: row.dimensiones,
    cliente: row.cliente,
    accounts: { 'cliente.cuenta_contable': row.cuenta_cliente },
  }
}
