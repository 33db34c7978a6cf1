import type { Picked } from '../../../../dictionary/row-types.ts'
import { amountText, cents } from '../../cents.ts'
import { quantity, quantityText, share, unitCost } from '../../quantity.ts'
import type { MovedLine, StockLine } from '../stock-movement.ts'
import type { TransferLineRow } from '../store/transfer-store.ts'

/** A transfer that moves: from where, to where, and the warehouse that holds what is under way; null: none does. */
export type Transfer = Picked<
  'TraspasoAlmacen',
  'almacen_origen' | 'almacen_destino' | 'almacen_transito'
>

/** A part of a transfer's line that is under way: in the unit of the line, in millionths. */
export interface UnderWay {
  readonly row: TransferLineRow
  readonly cantidad: bigint
}

/** What of a line has not arrived yet. */
export function leftOf({ enviada, recibida }: TransferLineRow): bigint {
  return quantity(enviada) - quantity(recibida)
}

function base({ row, cantidad }: UnderWay) {
  const { partida, articulo, lote, serie, unidad } = row
  return {
    id: null,
    partida,
    articulo,
    lote,
    serie,
    unidad,
    cantidad: quantityText(cantidad),
    reserva: null,
  }
}

/** What leaves the first warehouse: into the one that holds what is under way, or out of all. */
export function sentLine(transfer: Transfer, row: TransferLineRow): StockLine {
  const line = {
    ...base({ row, cantidad: quantity(row.enviada) }),
    from: { almacen: transfer.almacen_origen, ubicacion: row.ubicacion },
    importe: null,
    reversa: null,
  }
  return transfer.almacen_transito === null
    ? { ...line, to: null, transit: { almacen: transfer.almacen_destino, sign: 1 } }
    : { ...line, to: { almacen: transfer.almacen_transito, ubicacion: null } }
}

/** What arrives, or comes back: at the value that it left with. */
export function arrivingLine(
  transfer: Transfer,
  part: UnderWay,
  to: 'destino' | 'origen',
): StockLine {
  const { row } = part
  const ubicacion = to === 'destino' ? row.ubicacion_destino : row.ubicacion
  const line = {
    ...base(part),
    to: {
      almacen: to === 'destino' ? transfer.almacen_destino : transfer.almacen_origen,
      ubicacion,
    },
    // One that was sent before stock was kept costs what the stock does.
    importe: row.envio === null ? null : worthOf(part),
    reversa: row.envio,
  }
  return transfer.almacen_transito === null
    ? { ...line, from: null, transit: { almacen: transfer.almacen_destino, sign: -1 } }
    : { ...line, from: { almacen: transfer.almacen_transito, ubicacion: null } }
}

/** The part's share of what the line left with. */
function worthOf({ row, cantidad }: UnderWay): bigint {
  return share(cents(row.importe_transito), cantidad, leftOf(row))
}

/** What changes in a line when it is sent. */
export function afterSending({ enviada }: TransferLineRow, moved: MovedLine) {
  const value = moved.valueOut ?? 0n
  return {
    ...received(quantity(enviada), 0n),
    importe_transito: amountText(value),
    costo_unitario: quantityText(unitCost(value, quantity(enviada))),
  }
}

/** What changes in a line when a part of it is no longer under way; what came back was not received. */
export function afterArrival(part: UnderWay, to: 'destino' | 'origen') {
  const { row, cantidad } = part
  const arrived = quantity(row.recibida) + (to === 'destino' ? cantidad : 0n)
  return {
    ...received(quantity(row.enviada), arrived),
    importe_transito: amountText(cents(row.importe_transito) - worthOf(part)),
  }
}

function received(sent: bigint, arrived: bigint) {
  return { cantidad_recibida: quantityText(arrived), diferencia: quantityText(sent - arrived) }
}
