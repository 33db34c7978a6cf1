import type { ErrorEntry } from '../../../errors.ts'
import type { ActionContext } from '../action.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import type { DocumentBatch } from '../document-batch.ts'
import { restoreReservations } from '../inventario/reserve-stock.ts'
import { reverseMovements } from '../inventario/reverse-movements.ts'
import type { MovedStock } from '../inventario/stock-movement.ts'
import { quantity, quantityText } from '../quantity.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { reverseEntries } from './effects/write-cost-entries.ts'
import {
  changeDeliveries,
  countDelivered,
  findDeliveryLines,
  type DeliveryLineRow,
  type DeliveryRow,
} from './store/delivery-store.ts'

const MODEL = 'RemisionVenta'

/**
 * Takes locked deliveries back: stock, what was put aside, books and the lines of the sale are as they were before.
 * @source docs/decisions/0250-erp-selling.md
 */
export async function takeDeliveriesBack(
  context: ActionContext,
  batch: DocumentBatch<DeliveryRow>,
  action: { readonly name: string; readonly reason: string },
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now, today } = moment
  const made = batch.remaining.filter(isDelivered).map(({ id }) => id)
  const lines = Map.groupBy(await findDeliveryLines(tx, empresa, made), ({ remision }) => remision)
  const periods = await loadPeriods(tx, empresa, { days: [today], module: 'ventas' })
  for (const row of batch.remaining.filter(isDelivered)) {
    const returned = (lines.get(row.id) ?? []).flatMap((line) => returnProblem(line) ?? [])
    const closed = periods.problemOf(today)
    batch.refuse(row.id, ...(closed === null ? returned : [closed]))
  }
  const { moved, refused } = await reverseMovements(context, batch.remaining.flatMap(movementOf))
  for (const { id, movimiento } of batch.remaining) {
    batch.refuse(id, ...(refused.get(movimiento ?? '') ?? []))
  }
  const done = batch.remaining
  const delivered = done.filter(isDelivered)
  await restoreReservations(
    context,
    delivered.flatMap((row) => heldParts(lines.get(row.id) ?? [], moved.get(row.movimiento ?? ''))),
  )
  await changeDeliveries(tx, empresa, {
    changes: done.map(({ id }) => ({ id, estado: 'cancelada', movimiento: null, costo: null })),
    now,
  })
  await countDelivered(tx, empresa, {
    parts: delivered.flatMap(({ id }) => (lines.get(id) ?? []).flatMap(takenBack)),
    now,
  })
  await reverseEntries(context, { model: MODEL, documents: delivered, periods })
  await recordDeeds(
    context,
    { ...action, model: MODEL },
    done.map(({ id, folio, estado, movimiento }) => ({
      id,
      folio,
      before: estado,
      after: 'cancelada',
      more: { reversa: moved.get(movimiento ?? '')?.folio ?? null },
    })),
  )
}

function isDelivered({ estado }: DeliveryRow): boolean {
  return estado === 'entregada'
}

/** What came back already cannot come back again. */
function returnProblem(line: DeliveryLineRow): ErrorEntry | null {
  const left = quantity(line.entregada) - quantity(line.cantidad)
  if (line.vendida === null || left >= quantity(line.devuelta)) return null
  const message =
    `Line ${line.partida}: ${quantityText(quantity(line.devuelta))} of Articulo ${line.articulo_clave} were returned;` +
    ' cancel the DevolucionVenta first.'
  return { code: 'INVALID_STATE', field: 'cantidad', message }
}

function movementOf(row: DeliveryRow) {
  const { movimiento: id, movimiento_folio: folio } = row
  return isDelivered(row) && id !== null ? [{ id, folio: folio ?? '' }] : []
}

/** What the lines had taken of what was put aside; the movement has them in the order in which they were read. */
function heldParts(lines: readonly DeliveryLineRow[], movement: MovedStock | undefined) {
  const kept = lines.filter((line) => line.tiene_existencia)
  return (movement?.lines ?? []).flatMap(({ cantidad }, index) => {
    const reserva = kept[index]?.reserva ?? null
    return reserva === null ? [] : [{ id: reserva, cantidad }]
  })
}

function takenBack({ vendida, cantidad }: DeliveryLineRow) {
  return vendida === null ? [] : [{ id: vendida, cantidad: `-${cantidad}` }]
}
