import { cents, sumOf } from '../../cents.ts'
import type {
  EntryAmount,
  EntrySource,
  EntrySourceLine,
} from '../../contabilidad/decisions/entry-source.ts'
import type { MovedLine, MovedStock } from '../stock-movement.ts'
import { differenceValue } from './difference-lines.ts'
import type { MovementLine } from './reversal.ts'

/** A document of stock as its entry names it. */
export interface StockDocument {
  readonly id: string
  readonly folio: string
  /** The day on which its stock moved. */
  readonly fecha: string
  readonly centroCosto?: string | null
  readonly proyecto?: string | null
  /** The account on the other side that its concept names. */
  readonly contrapartida?: string | null
}

type Cents = Readonly<Record<string, bigint>>

/** One side of a line that moved: the warehouse that it entered or left, and the amounts there. */
interface Side {
  readonly moved: MovedLine
  readonly warehouse: 'out' | 'into'
  readonly amounts: Cents
  /** The account that the document's line names. */
  readonly cuenta?: string | null
}

/** What the books are told of stock; null where nothing of value happened. */
export function stockSource(
  facts: { readonly model: string; readonly event: string; readonly moneda: string },
  document: StockDocument,
  sides: readonly Side[],
): EntrySource | null {
  if (sides.every(({ amounts }) => Object.values(amounts).every((value) => value === 0n))) {
    return null
  }
  const lines = sides.map((side) => lineOf(side, document.centroCosto ?? null))
  const names = [...new Set(sides.flatMap(({ amounts }) => Object.keys(amounts)))]
  const sums = names.map((name): [string, bigint] => [
    name,
    sumOf(sides.map(({ amounts }) => amounts[name] ?? 0n)),
  ])
  return {
    model: facts.model,
    event: facts.event,
    origin: 'inventario',
    record: document.id,
    folio: document.folio,
    fecha: document.fecha,
    currency: { moneda: facts.moneda, tipoCambio: '1' },
    dimensiones: {
      centro_costo: numberOf(document.centroCosto),
      proyecto: numberOf(document.proyecto),
    },
    total: sumOf(sides.map(({ moved }) => moved.valueIn ?? moved.valueOut ?? 0n)),
    amounts: entryAmounts(Object.fromEntries(sums)),
    accounts: { 'concepto.cuenta_contable': document.contrapartida ?? null },
    proveedor: null,
    cliente: null,
    lines,
  }
}

function numberOf(id: string | null | undefined): number | null {
  return id === null || id === undefined ? null : Number(id)
}

function lineOf(
  { moved, warehouse, amounts, cuenta }: Side,
  centroCosto: string | null,
): EntrySourceLine {
  const { accounts, warehouseAccounts } = moved
  return {
    accounts: {
      'partida.cuenta_contable': cuenta ?? null,
      'articulo.cuenta_inventario': accounts.cuenta_inventario,
      'articulo.cuenta_costo_venta': accounts.cuenta_costo_venta,
      'articulo.cuenta_ajuste': accounts.cuenta_ajuste,
      'articulo.cuenta_transito': accounts.cuenta_transito,
      'almacen.cuenta_contable': warehouseAccounts[warehouse],
    },
    amounts: entryAmounts(amounts),
    centroCosto,
  }
}

function entryAmounts(amounts: Cents): Readonly<Record<string, EntryAmount>> {
  return Object.fromEntries(
    Object.entries(amounts).map(([name, value]) => [name, { own: value, base: value }]),
  )
}

/** By which rules name what a movement, an adjustment and a transfer do. */
export const MOVEMENT_EVENT = { model: 'MovimientoInventario', event: 'aplicar_movimiento' }
export const ADJUSTMENT_EVENT = { model: 'AjusteInventario', event: 'aplicar_ajuste' }

const NO_MOVEMENT = {
  entrada: 0n,
  contrapartida_entrada: 0n,
  salida: 0n,
  contrapartida_salida: 0n,
  variacion: 0n,
}

/** What a movement by hand brought and took; between places only what the value of stock changed by. */
export function movementSides({ lines }: MovedStock): readonly Side[] {
  return lines.flatMap((moved): readonly Side[] => {
    const { valueIn, valueOut, variance } = moved
    if (valueIn !== null && valueOut !== null) return betweenPlaces(moved, NO_MOVEMENT)
    if (valueIn !== null) {
      const paid = valueIn + variance
      const amounts = { entrada: valueIn, contrapartida_entrada: paid, variacion: variance }
      return [{ moved, warehouse: 'into', amounts: { ...NO_MOVEMENT, ...amounts } }]
    }
    const value = valueOut ?? 0n
    const amounts = { ...NO_MOVEMENT, salida: value, contrapartida_salida: value }
    return [{ moved, warehouse: 'out', amounts }]
  })
}

function betweenPlaces(moved: MovedLine, none: Cents): readonly Side[] {
  const [entrada, salida] = [moved.valueIn ?? 0n, moved.valueOut ?? 0n]
  const variacion = salida - entrada
  const { out, into } = moved.warehouseAccounts
  if (out === into) {
    return [{ moved, warehouse: 'into', amounts: { ...none, entrada: -variacion, variacion } }]
  }
  return [
    { moved, warehouse: 'out', amounts: { ...none, salida } },
    { moved, warehouse: 'into', amounts: { ...none, entrada, variacion } },
  ]
}

/** What was found and what is missing. */
export function adjustmentSides({ lines }: MovedStock): readonly Side[] {
  return lines.map((moved): Side => {
    const value = differenceValue(moved)
    return moved.valueIn === null
      ? { moved, warehouse: 'out', amounts: { entrada: 0n, salida: -value } }
      : { moved, warehouse: 'into', amounts: { entrada: value, salida: 0n } }
  })
}

/** What was lost or used up, at what it cost. */
export function lossSides({ lines }: MovedStock): readonly Side[] {
  return lines.map((moved) => ({
    moved,
    warehouse: 'out',
    amounts: { costo: moved.valueOut ?? 0n },
  }))
}

const NO_TRANSFER = { entrada: 0n, salida: 0n, costo: 0n, variacion: 0n }

/**
 * What a transfer sent or brought: `costo` is under way where no warehouse holds it; what one holds is stock like any
 * other.
 */
function transferSides({ lines }: MovedStock): readonly Side[] {
  return lines.flatMap((moved): readonly Side[] => {
    const { valueIn, valueOut, variance } = moved
    if (valueIn !== null && valueOut !== null) return betweenPlaces(moved, NO_TRANSFER)
    if (valueIn === null) {
      const costo = valueOut ?? 0n
      return [{ moved, warehouse: 'out', amounts: { ...NO_TRANSFER, salida: costo, costo } }]
    }
    const amounts = { entrada: valueIn, costo: valueIn + variance, variacion: variance }
    return [{ moved, warehouse: 'into', amounts: { ...NO_TRANSFER, ...amounts } }]
  })
}

/** What the books are told of transfers that were sent, or whose goods arrived. */
export function transferSources(
  event: 'enviar_traspaso' | 'recibir_traspaso',
  facts: {
    readonly done: readonly { readonly id: string; readonly folio: string }[]
    readonly moved: ReadonlyMap<string, MovedStock>
    readonly books: { readonly moneda: string }
    readonly fecha: string
  },
): readonly EntrySource[] {
  const kind = { model: 'TraspasoAlmacen', event, moneda: facts.books.moneda }
  return facts.done.flatMap(({ id, folio }) => {
    const moved = facts.moved.get(id)
    if (moved === undefined) return []
    return stockSource(kind, { id, folio, fecha: facts.fecha }, transferSides(moved)) ?? []
  })
}

export type ValuesBefore = ReadonlyMap<string, Pick<MovementLine, 'valor_entrada' | 'valor_salida'>>

/**
 * What taking stock back changed beyond its counter-entry: more value than the line that it reverses had moved is a gain,
 * less a loss. `named` gives the amounts of the event their names.
 */
export function beyondCounterEntry(
  { lines }: MovedStock,
  before: ValuesBefore,
  named: (more: bigint) => Cents,
): readonly Side[] {
  return lines.flatMap((moved): readonly Side[] => {
    const original = before.get(moved.line.reversa ?? '')
    const { out, into } = moved.warehouseAccounts
    const left = moneyOf(original?.valor_entrada) - (moved.valueOut ?? 0n)
    const came = (moved.valueIn ?? 0n) - moneyOf(original?.valor_salida)
    if (out === into) return [{ moved, warehouse: 'into', amounts: named(left + came) }]
    return [
      { moved, warehouse: 'out', amounts: named(left) },
      { moved, warehouse: 'into', amounts: named(came) },
    ]
  })
}

function moneyOf(value: string | null | undefined): bigint {
  return cents(value ?? '0')
}

export function movementBeyond(more: bigint): Cents {
  return { ...NO_MOVEMENT, entrada: more, variacion: -more }
}

export function adjustmentBeyond(more: bigint): Cents {
  return { entrada: more, salida: 0n }
}

/** Value that came back beyond what had left costs that much less. */
export function costBeyond(more: bigint): Cents {
  return { costo: -more }
}
