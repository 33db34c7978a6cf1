import { amountText } from '../../cents.ts'
import { atUnitCost, quantity, quantityText, unitCost } from '../../quantity.ts'
import type { MovedLine, StockLine } from '../stock-movement.ts'

/** What was found (above zero) or is missing (below), in the article's unit. */
export interface Difference {
  readonly partida: number
  readonly articulo: string
  readonly almacen: string
  readonly ubicacion: string | null
  readonly lote: string | null
  readonly serie: string | null
  readonly cantidad: string
  /** What one of those found costs; null: what the stock costs. */
  readonly costo_unitario: string | null
}

/** What is found enters, what is missing leaves. */
export function differenceLine(difference: Difference): StockLine {
  const { partida, articulo, almacen, ubicacion, lote, serie, costo_unitario: cost } = difference
  const isMissing = difference.cantidad.startsWith('-')
  const cantidad = difference.cantidad.replace(/^-/, '')
  const place = { almacen, ubicacion }
  return {
    id: null,
    partida,
    articulo,
    lote,
    serie,
    from: isMissing ? place : null,
    to: isMissing ? null : place,
    cantidad,
    unidad: null,
    importe: isMissing || cost === null ? null : atUnitCost(quantity(cantidad), quantity(cost)),
    reserva: null,
    reversa: null,
  }
}

/** What the difference changed of the stock's value, in cents: below zero where something is missing. */
export function differenceValue({ valueIn, valueOut }: MovedLine): bigint {
  return (valueIn ?? 0n) - (valueOut ?? 0n)
}

/** The value of a difference as its document shows it. */
export function differenceAmounts(moved: MovedLine) {
  const value = differenceValue(moved)
  const cost = unitCost(value < 0n ? -value : value, quantity(moved.line.cantidad))
  return { costo_unitario: quantityText(cost), importe: amountText(value) }
}
