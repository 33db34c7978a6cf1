import { amountText, sumOf } from '../../cents.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { MovedLine } from '../../inventario/stock-movement.ts'
import { quantity, quantityText, unitCost } from '../../quantity.ts'

/** A delivery or a return, of which the books are told. */
export interface CostedDocument {
  readonly model: string
  readonly event: string
  readonly fecha: string
  readonly row: {
    readonly id: string
    readonly folio: string
    readonly cliente: string
    readonly almacen: string
    readonly moneda: string
    readonly 'venta.sucursal': string | null
    readonly 'venta.vendedor': string | null
    readonly 'venta.condicion_pago': string | null
  }
}

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

export function lineCost(line: CostedLine) {
  const value = costOf(line)
  return {
    costo_unitario: quantityText(unitCost(value, quantity(line.cantidad))),
    importe_costo: amountText(value),
  }
}

/** What the books are told of the cost of what left or came back, which is kept in the company's currency. */
export function costSource(
  { row, ...of }: CostedDocument,
  lines: readonly CostedLine[],
  { moneda, account }: { readonly moneda: string; readonly account: string | null },
): EntrySource {
  const total = totalCost(lines)
  const { id, folio, cliente, almacen } = row
  return {
    ...of,
    record: id,
    folio,
    dimensiones: {
      sucursal: numbered(row['venta.sucursal']),
      vendedor: numbered(row['venta.vendedor']),
      almacen: Number(almacen),
      cliente: Number(cliente),
      moneda: Number(row.moneda),
      condicion_pago: numbered(row['venta.condicion_pago']),
    },
    cliente,
    accounts: { 'cliente.cuenta_contable': account },
    origin: 'ventas',
    currency: { moneda, tipoCambio: '1' },
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

function numbered(id: string | null): number | null {
  return id === null ? null : Number(id)
}
