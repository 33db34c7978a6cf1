import { mexicanDay } from '../../../../identity/mexican-day.ts'
import { amountText, cents } from '../../cents.ts'
import { quantity, quantityText } from '../../quantity.ts'
import {
  valued,
  type Holding,
  type StockState,
  type ValuedHolding,
} from '../decisions/stock-state.ts'
import type { StockFacts } from '../store/stock-facts.ts'
import type { StockChange } from '../store/stock-write-store.ts'

/** Rows that differ from what was read, and the row of each new pair that its lock is taken on. */
export function changedRows(facts: StockFacts, state: StockState): readonly ValuedHolding[] {
  const before = new Map(facts.rows.map((row) => [row.id, row]))
  return [...state.pairs.values()].flatMap((pair) => {
    const [first] = pair.holdings
    const article = facts.articles.get(first?.articulo ?? '')
    if (first === undefined || article === undefined) return []
    state.holding(first.articulo, { almacen: first.almacen, ubicacion: null }, null)
    return valued(article, pair).filter(({ holding, importe, costo }) => {
      const row = before.get(holding.id ?? '')
      return (
        row === undefined ||
        holding.isTouched ||
        cents(row.importe) !== importe ||
        quantity(row.costo_promedio) !== costo
      )
    })
  })
}

/** A row as it is written; a new one takes its number from the counter `existencia`. */
export function stockChange(
  { holding, importe, costo }: ValuedHolding,
  { numbers }: { readonly numbers: (counter: string) => number },
): StockChange {
  return {
    ...keyOf(holding),
    id: holding.id ?? String(numbers('existencia')),
    cantidad: quantityText(holding.cantidad),
    reservada: quantityText(holding.reservada),
    en_transito: quantityText(holding.enTransito),
    costo_promedio: quantityText(costo),
    importe: amountText(importe),
    ultima_entrada: holding.ultimaEntrada === null ? null : dayOf(holding.ultimaEntrada),
    ultima_salida: holding.ultimaSalida === null ? null : dayOf(holding.ultimaSalida),
  }
}

function keyOf({ articulo, almacen, ubicacion, lote }: Holding) {
  return { articulo, almacen, ubicacion, lote }
}

/** The day in Mexico City of an instant. */
export function dayOf(instant: string): string {
  return mexicanDay(Date.parse(instant))
}
