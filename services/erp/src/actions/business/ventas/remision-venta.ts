import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { mexicanDay } from '../../../identity/mexican-day.ts'
import { LINES_RETURNED } from '../../../messages/deliveries.ts'
import type { ActionContext } from '../action.ts'
import { amountText } from '../cents.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import { closedDay } from '../inventario/book-stock.ts'
import { moveStock } from '../inventario/move-stock.ts'
import { restoreReservations } from '../inventario/reserve-stock.ts'
import { reverseMovements } from '../inventario/reverse-movements.ts'
import type { MovedStock, StockMovement } from '../inventario/stock-movement.ts'
import { quantity, quantityText } from '../quantity.ts'
import { openCostBooks, planCostReversals, planCosts } from './cost-books.ts'
import { DeliveredState } from './decisions/check-delivery.ts'
import { lineCost, totalCost, type CostedLine } from './decisions/cost-source.ts'
import {
  countDelivered,
  findDeliveryLines,
  findUnsettledSales,
  type DeliveryLineRow,
} from './store/delivery-store.ts'

// What customers are delivered. @source docs/decisions/0250-erp-selling.md

const MODEL = 'RemisionVenta'
const LINES = 'RemisionVentaPartida'
const SALE_FIRST = { reference: 'venta', called: 'sale' } as const

/** What is read of a delivery that takes place. */
export const DELIVERED = [
  'fecha',
  'cliente',
  'almacen',
  'moneda',
  'movimiento',
  'costo',
  'venta',
  'venta.estado',
  'venta.cliente',
  'venta.sustituye',
  'venta.sucursal',
  'venta.vendedor',
  'venta.condicion_pago',
] as const

/** What is read of a delivery that is taken back. */
export const TAKEN_BACK = ['venta', 'movimiento', 'movimiento.folio'] as const

type Delivered = (typeof DELIVERED)[number]
type Delivery = Picked<typeof MODEL, 'folio' | Delivered>
type TakenBack = (typeof TAKEN_BACK)[number]

/** Delivers what a delivery note says. */
export const entregarRemision = documentAction('RemisionVenta', {
  name: 'entregar',
  label: 'Entregar',
  locksFirst: SALE_FIRST,
  fields: DELIVERED,
  run: deliver,
})

/** Takes deliveries back. */
export const cancelarRemision = documentAction('RemisionVenta', {
  name: 'cancelar_remision',
  label: 'Cancelar remisión',
  hasReason: true,
  locksFirst: SALE_FIRST,
  fields: TAKEN_BACK,
  run: takeDeliveriesBack,
})

/**
 * Delivers what locked deliveries say: it leaves stock, what was put aside for it first, and its cost goes to the books,
 * the delivery and the lines of the sale.
 */
export async function deliver({
  context,
  batch,
  changes,
  move,
}: DocumentWork<typeof MODEL, Delivered>): Promise<void> {
  const { tx, caller, moment } = context
  const { lines, books } = await check(context, batch)
  const linesOf = ({ id }: Delivery) => lines.get(id) ?? []
  const { moved, refused } = await moveStock(
    context,
    batch.remaining.flatMap((row) => movementOf(row, linesOf(row))),
  )
  batch.refuseAll(refused)
  const delivered = batch.remaining.map((row) => {
    const movement = moved.get(row.id)
    return { row, movement, costed: costedLines(linesOf(row), movement) }
  })
  for (const { row, movement, costed } of delivered) {
    const costo = amountText(totalCost(costed))
    move(row, {
      fields: { movimiento: movement?.id ?? row.movimiento, costo },
      told: { venta: row.venta, movimiento: movement?.folio ?? null, costo },
    })
    for (const line of costed) changes.change(LINES, line.id, lineCost(line))
  }
  const parts = delivered.flatMap(({ row }) => linesOf(row).flatMap(deliveredPart))
  changes.also({
    write: () => countDelivered(tx, caller.empresa, { parts, now: moment.now }),
  })
  const documents = delivered.map(({ row, costed }) => ({
    document: { model: MODEL, event: 'entregar', row, fecha: dayOf(row) },
    costed,
  }))
  changes.post({ entries: await planCosts(context, books, documents) })
}

/** Takes locked deliveries back: stock, what was put aside, books and the lines of the sale are as they were before. */
export async function takeDeliveriesBack({
  context,
  batch,
  changes,
  move,
}: DocumentWork<typeof MODEL, TakenBack>): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now, today } = moment
  const made = batch.remaining.filter(isDelivered).map(({ id }) => id)
  const lines = Map.groupBy(await findDeliveryLines(tx, empresa, made), ({ remision }) => remision)
  const books = await openCostBooks(context, [today])
  for (const { id } of batch.remaining.filter(isDelivered)) {
    const closed = closedDay(books, today)
    const returned = (lines.get(id) ?? []).flatMap((line) => returnProblem(line) ?? [])
    batch.refuse(id, ...(closed.length > 0 ? closed : returned))
  }
  const { moved, refused } = await reverseMovements(
    context,
    batch.remaining.filter(isDelivered).flatMap(movedBy),
  )
  for (const { id, movimiento } of batch.remaining) {
    batch.refuse(id, ...(refused.get(movimiento ?? '') ?? []))
  }
  const delivered = batch.remaining.filter(isDelivered)
  await restoreReservations(
    context,
    delivered.flatMap((row) => heldParts(lines.get(row.id) ?? [], moved.get(row.movimiento ?? ''))),
  )
  for (const row of batch.remaining) {
    move(row, { told: { reversa: moved.get(row.movimiento ?? '')?.folio ?? null } })
  }
  const parts = delivered.flatMap(({ id }) => (lines.get(id) ?? []).flatMap(takenBack))
  changes.also({ write: () => countDelivered(tx, empresa, { parts, now }) })
  const of = { model: MODEL, documents: delivered }
  changes.post({ reversals: await planCostReversals(context, books, of) })
}

/** Refuses what cannot be delivered, apart from its stock. */
async function check(
  context: ActionContext,
  batch: DocumentWork<typeof MODEL, Delivered>['batch'],
) {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const ids = batch.remaining.map(({ id }) => id)
  const replaced = batch.remaining.flatMap((row) => row['venta.sustituye'] ?? [])
  const [found, unsettled, books] = await Promise.all([
    findDeliveryLines(tx, empresa, ids),
    findUnsettledSales(tx, empresa, replaced),
    openCostBooks(context, batch.remaining.map(dayOf)),
  ])
  const lines = Map.groupBy(found, ({ remision }) => remision)
  const state = new DeliveredState(unsettled)
  for (const row of batch.remaining) {
    const closed = closedDay(books, dayOf(row))
    const own = lines.get(row.id) ?? []
    batch.refuse(row.id, ...(closed.length > 0 ? closed : state.problemsOf(row, own, moment.now)))
  }
  return { lines, books }
}

function dayOf({ fecha }: Picked<typeof MODEL, 'fecha'>): string {
  return mexicanDay(Date.parse(fecha))
}

function movementOf(row: Delivery, lines: readonly DeliveryLineRow[]): readonly StockMovement[] {
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

function takenBack({ vendida, cantidad }: DeliveryLineRow) {
  return vendida === null ? [] : [{ id: vendida, cantidad: `-${cantidad}` }]
}

function isDelivered({ estado }: { readonly estado: string }): boolean {
  return estado === 'entregada'
}

/** What came back already cannot come back again. */
function returnProblem(line: DeliveryLineRow): ErrorEntry | null {
  const left = quantity(line.entregada) - quantity(line.cantidad)
  if (line.vendida === null || left >= quantity(line.devuelta)) return null
  const message = LINES_RETURNED({
    line: line.partida,
    quantity: quantityText(quantity(line.devuelta)),
    article: line.articulo_clave,
  })
  return { code: 'INVALID_STATE', field: 'cantidad', message }
}

function movedBy(row: Picked<typeof MODEL, 'movimiento' | 'movimiento.folio'>) {
  const { movimiento: id, 'movimiento.folio': folio } = row
  return id === null ? [] : [{ id, folio: folio ?? '' }]
}

/** What the lines had taken of what was put aside; the movement has them in the order in which they were read. */
function heldParts(lines: readonly DeliveryLineRow[], movement: MovedStock | undefined) {
  const kept = lines.filter((line) => line.tiene_existencia)
  return (movement?.lines ?? []).flatMap(({ cantidad }, index) => {
    const reserva = kept[index]?.reserva ?? null
    return reserva === null ? [] : [{ id: reserva, cantidad }]
  })
}
