import type { ErrorEntry } from '../../../errors.ts'
import type { STOCK_CONCEPTS } from '../../../store/starter/starter-concepts.ts'

/** Where stock lies. */
export interface StockPlace {
  readonly almacen: string
  readonly ubicacion: string | null
}

/** Stock of one article that enters (`to` alone), leaves (`from` alone), or changes its place (both). */
export interface StockLine {
  /** An existing MovimientoInventarioPartida; null: one is written. */
  readonly id: string | null
  /** Its number in its movement. */
  readonly partida: number
  readonly articulo: string
  readonly lote: string | null
  readonly serie: string | null
  readonly from: StockPlace | null
  readonly to: StockPlace | null
  /** In `unidad`, up to six decimals; above zero. */
  readonly cantidad: string
  /** Null: the article's own. */
  readonly unidad: string | null
  /**
   * What the whole line costs in the company's currency, in cents, not below zero: of an entry what was paid for it, of
   * an exit that reverses an entry what that one had brought. Null: what the stock costs.
   */
  readonly importe: bigint | null
  /** The ReservaInventario that an exit takes from. */
  readonly reserva: string | null
  /** The MovimientoInventarioPartida that this line reverses. */
  readonly reversa: string | null
  /**
   * Nothing moves, but the value of what lies `to` here rises by so many cents, or that of what lies `from` here falls;
   * `cantidad` is there at least.
   */
  readonly revalue?: bigint
  /** The warehouse that expects it from now on (1), or no longer (-1), where nothing holds what is under way. */
  readonly transit?: { readonly almacen: string; readonly sign: 1 | -1 }
}

/** The document that causes a movement; its actions reverse it. */
interface StockSource {
  readonly model: string
  readonly id: string
}

/** A movement of stock: whole or not at all. */
export interface StockMovement {
  /** By which it is refused: usually the id of the record that causes it. */
  readonly key: string
  /** An existing MovimientoInventario whose lines these are; null: one is written. */
  readonly id: string | null
  /** Of a new movement: one of `STOCK_CONCEPTS`. */
  readonly concepto: StockConcept
  /** ISO 8601, UTC; not after the moment of the action. */
  readonly fecha: string
  readonly source: StockSource | null
  readonly referencia: string | null
  /** The MovimientoInventario that this one reverses. */
  readonly reversa: string | null
  readonly links?: Partial<StockLinks>
  /** The state that articles with serial numbers get when they leave; `baja` unless said otherwise. */
  readonly serieEstado?: 'vendida' | 'devuelta' | 'baja'
  readonly lines: readonly StockLine[]
}

/** What else a new movement refers to. */
interface StockLinks {
  readonly recepcion: string | null
  readonly venta: string | null
  readonly orden: string | null
  readonly centro_costo: string | null
  readonly proyecto: string | null
}

export type StockConcept = keyof typeof STOCK_CONCEPTS

/** The accounts of an article's category, for the entry of what moved. */
export interface StockAccounts {
  readonly cuenta_inventario: string | null
  readonly cuenta_costo_venta: string | null
  readonly cuenta_ajuste: string | null
  readonly cuenta_transito: string | null
}

/** What became of a line. */
export interface MovedLine {
  /** With the id of its MovimientoInventarioPartida. */
  readonly line: StockLine
  /** In the article's unit, in millionths. */
  readonly cantidad: bigint
  /** The value in cents that left stock, or null when nothing left. For a sale its cost. */
  readonly valueOut: bigint | null
  /** The value in cents that entered stock, or null. */
  readonly valueIn: bigint | null
  /**
   * In cents, what was paid beyond the value that stock took, or claimed beyond what it gave: against the standard,
   * against stock that was below zero. A debit when above zero in an entry.
   */
  readonly variance: bigint
  readonly accounts: StockAccounts
  /** The accounts of the warehouses that it left and entered, where those have one of their own. */
  readonly warehouseAccounts: { readonly out: string | null; readonly into: string | null }
}

/** A movement as it was written. */
export interface MovedStock {
  readonly key: string
  /** The id of its MovimientoInventario. */
  readonly id: string
  readonly folio: string | null
  readonly lines: readonly MovedLine[]
}

/** What moved, and what was refused and why, by key. */
export interface StockOutcome {
  readonly moved: ReadonlyMap<string, MovedStock>
  readonly refused: ReadonlyMap<string, readonly ErrorEntry[]>
}
