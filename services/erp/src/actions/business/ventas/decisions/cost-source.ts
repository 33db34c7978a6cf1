import { amountText, sumOf } from '../../cents.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { MovedLine } from '../../inventario/stock-movement.ts'
import { quantity, quantityText, unitCost } from '../../quantity.ts'
import type { LineCost } from '../store/delivery-store.ts'

/** What moved for a line of a delivery or of a return. */
export interface CostedLine {
  /** The line of the document. */
  readonly id: string
  readonly cantidad: string
  readonly centro_costo: string | null
  readonly moved: MovedLine
}

/** What a line cost, in cents of the company's currency. */
function costOf({ moved }: CostedLine): bigint {
  return moved.valueOut ?? moved.valueIn ?? 0n
}

export function totalCost(lines: readonly CostedLine[]): bigint {
  return sumOf(lines.map(costOf))
}

export function lineCost(line: CostedLine): LineCost {
  const value = costOf(line)
  return {
    id: line.id,
    costo_unitario: quantityText(unitCost(value, quantity(line.cantidad))),
    importe_costo: amountText(value),
  }
}

/** What the books are told of the cost of what left or came back, which is kept in the company's currency. */
export function costSource(
  document: Pick<
    EntrySource,
    'model' | 'event' | 'record' | 'folio' | 'fecha' | 'dimensiones' | 'cliente' | 'accounts'
  >,
  lines: readonly CostedLine[],
  currency: string,
): EntrySource {
  const total = totalCost(lines)
  return {
    ...document,
    origin: 'ventas',
    currency: { moneda: currency, tipoCambio: '1' },
    total,
    amounts: { costo: { own: total, base: total } },
    proveedor: null,
    lines: lines.map((line) => {
      const value = costOf(line)
      const { cuenta_inventario, cuenta_costo_venta, cuenta_ajuste, cuenta_transito } =
        line.moved.accounts
      return {
        accounts: {
          'articulo.cuenta_inventario': cuenta_inventario,
          'articulo.cuenta_costo_venta': cuenta_costo_venta,
          'articulo.cuenta_ajuste': cuenta_ajuste,
          'articulo.cuenta_transito': cuenta_transito,
        },
        amounts: { costo: { own: value, base: value } },
        centroCosto: line.centro_costo,
      }
    }),
  }
}
