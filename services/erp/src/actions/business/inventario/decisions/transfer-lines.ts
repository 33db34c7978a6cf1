import { amountText, cents } from '../../cents.ts'
import { quantity, quantityText, share, unitCost } from '../../quantity.ts'
import type { MovedLine, StockLine } from '../stock-movement.ts'
import type { TransferLineChange, TransferLineRow, TransferRow } from '../store/transfer-store.ts'

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
export function sentLine(transfer: TransferRow, row: TransferLineRow): StockLine {
  const line = {
    ...base({ row, cantidad: quantity(row.enviada) }),
    from: { almacen: transfer.origen, ubicacion: row.ubicacion },
    importe: null,
    reversa: null,
  }
  return transfer.transito === null
    ? { ...line, to: null, transit: { almacen: transfer.destino, sign: 1 } }
    : { ...line, to: { almacen: transfer.transito, ubicacion: null } }
}

/** What arrives, or comes back: at the value that it left with. */
export function arrivingLine(
  transfer: TransferRow,
  part: UnderWay,
  to: 'destino' | 'origen',
): StockLine {
  const { row } = part
  const ubicacion = to === 'destino' ? row.ubicacion_destino : row.ubicacion
  const line = {
    ...base(part),
    to: { almacen: transfer[to], ubicacion },
    // One that was sent before stock was kept costs what the stock does.
    importe: row.envio === null ? null : worthOf(part),
    reversa: row.envio,
  }
  return transfer.transito === null
    ? { ...line, from: null, transit: { almacen: transfer.destino, sign: -1 } }
    : { ...line, from: { almacen: transfer.transito, ubicacion: null } }
}

/** The part's share of what the line left with. */
function worthOf({ row, cantidad }: UnderWay): bigint {
  return share(cents(row.importe_transito), cantidad, leftOf(row))
}

/** The line after it was sent. */
export function afterSending(
  { id, enviada }: TransferLineRow,
  moved: MovedLine,
): TransferLineChange {
  const value = moved.valueOut ?? 0n
  return {
    id,
    recibida: '0',
    importe_transito: amountText(value),
    costo_unitario: quantityText(unitCost(value, quantity(enviada))),
  }
}

/** The line after a part of it is no longer under way; what came back was not received. */
export function afterArrival(part: UnderWay, to: 'destino' | 'origen'): TransferLineChange {
  const { row, cantidad } = part
  const received = quantity(row.recibida) + (to === 'destino' ? cantidad : 0n)
  return {
    id: row.id,
    recibida: quantityText(received),
    importe_transito: amountText(cents(row.importe_transito) - worthOf(part)),
    costo_unitario: null,
  }
}
