import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { mexicanDay } from '../../../identity/mexican-day.ts'
import type { ActionContext } from '../action.ts'
import { sumOf } from '../cents.ts'
import { moveStock } from '../inventario/move-stock.ts'
import type { MovedStock, StockMovement } from '../inventario/stock-movement.ts'
import type { StockBalance } from './decisions/opening-balances.ts'
import type { StockValue } from './decisions/plan-opening.ts'

export interface OpenedStock {
  readonly movements: readonly MovedStock[]
  readonly values: readonly StockValue[]
}

/**
 * Puts stock where it lies, a movement for each warehouse.
 * @throws ApiError as moving stock refuses it, with the row
 */
export async function moveOpeningStock(
  context: ActionContext,
  rows: readonly StockBalance[],
  { fecha, empresa }: { readonly fecha: string; readonly empresa: string },
): Promise<OpenedStock> {
  const warehouses = [...Map.groupBy(rows, ({ almacen }) => almacen)]
  const when = momentOf(fecha, context.moment.now)
  const { moved, refused } = await moveStock(
    context,
    warehouses.map(([almacen, own]) => movementOf(own, { almacen, fecha: when, empresa })),
  )
  const problems = warehouses.flatMap(([almacen, own]) => {
    const [first] = own
    const place = first === undefined ? {} : { field: `existencias[${first.place.index}]` }
    return (refused.get(almacen) ?? []).map((entry): ErrorEntry => ({ ...place, ...entry }))
  })
  if (problems.length > 0) throw new ApiError(problems)
  const lines = [...moved.values()].flatMap((movement) => movement.lines)
  const byAccount = Map.groupBy(lines, ({ accounts }) => accounts.cuenta_inventario)
  return {
    movements: [...moved.values()],
    values: [...byAccount].map(([cuenta, own]) => ({
      cuenta,
      value: sumOf(own.map(({ valueIn }) => valueIn ?? 0n)),
    })),
  }
}

/** A moment of a day, not after now. */
function momentOf(day: string, now: string): string {
  if (day === mexicanDay(Date.parse(now))) return now
  // Noon in Mexico City, or an hour later.
  return `${day}T18:00:00.000Z`
}

function movementOf(
  rows: readonly StockBalance[],
  of: { readonly almacen: string; readonly fecha: string; readonly empresa: string },
): StockMovement {
  const to = { almacen: of.almacen, ubicacion: null }
  return {
    key: of.almacen,
    id: null,
    concepto: 'INICIAL',
    fecha: of.fecha,
    source: { model: 'Empresa', id: of.empresa },
    referencia: 'Saldos iniciales',
    reversa: null,
    lines: rows.map(({ articulo, lote, serie, cantidad, importe }, index) => ({
      id: null,
      partida: index + 1,
      articulo,
      lote,
      serie,
      from: null,
      to,
      cantidad,
      unidad: null,
      importe,
      reserva: null,
      reversa: null,
    })),
  }
}
