import type { StockAccounts } from '../stock-movement.ts'
import type { ClosedDay } from './closing-store.ts'

/**
 * How an article's exits are valued: by the average of its pool (`promedio`, `estandar`) or by layers, oldest first
 * (`peps`), newest first (`ueps`), or those of the same serial number first (`identificado`).
 */
export type CostMethod = 'promedio' | 'estandar' | 'peps' | 'ueps' | 'identificado'

/** What the decisions know of an article. Ids and numbers as text. */
export interface ArticleFact extends StockAccounts {
  readonly id: string
  readonly clave: string
  readonly unidad: string
  readonly control: 'ninguno' | 'lote' | 'serie'
  readonly tieneExistencia: boolean
  readonly metodo: CostMethod
  readonly costo_estandar: string | null
}

export interface WarehouseFact {
  readonly id: string
  readonly clave: string
  readonly permite_negativos: boolean
  readonly activo: boolean
  /** Its account in the books, where it has one of its own. */
  readonly cuenta: string | null
}

/** A lot, serial number or location, and what it belongs to: its article, or its warehouse. */
export interface PartFact {
  readonly kind: 'lote' | 'serie' | 'ubicacion'
  readonly id: string
  readonly de: string
  /** Of a serial number: the warehouse where it is. */
  readonly almacen: string | null
}

/** A row of Existencia; quantities and amounts as text. */
export interface StockRow {
  readonly id: string
  readonly articulo: string
  readonly almacen: string
  readonly ubicacion: string | null
  readonly lote: string | null
  readonly cantidad: string
  readonly reservada: string
  readonly en_transito: string
  readonly costo_promedio: string
  readonly importe: string
}

export interface LayerRow {
  readonly id: string
  readonly articulo: string
  readonly almacen: string
  readonly lote: string | null
  readonly linea: string
  readonly serie: string | null
  readonly cantidad: string
  readonly importe: string
}

/** What an exit took from a layer. */
export interface ConsumptionRow {
  readonly salida: string
  readonly capa: string
  readonly cantidad: string
  readonly importe: string
}

export interface ReservationRow {
  readonly id: string
  readonly folio: string
  readonly articulo: string
  readonly almacen: string
  readonly lote: string | null
  readonly cantidad: string
  readonly cantidad_surtida: string
  readonly estado: string
}

/** What is blocked of an article in a warehouse: of a lot, or of any. */
export interface BlockedRow {
  readonly articulo: string
  readonly almacen: string
  readonly lote: string | null
  readonly cantidad: string
}

/** What was read under the locks of the articles and warehouses concerned. */
export interface StockFacts {
  readonly articles: ReadonlyMap<string, ArticleFact>
  /** How many of the article's unit another unit has, by `articulo:unidad`. */
  readonly factors: ReadonlyMap<string, string>
  readonly warehouses: ReadonlyMap<string, WarehouseFact>
  /** The last closed day of warehouses that have one. */
  readonly closed: ReadonlyMap<string, ClosedDay>
  /** By `kind:id`. */
  readonly parts: ReadonlyMap<string, PartFact>
  readonly rows: readonly StockRow[]
  readonly blocked: readonly BlockedRow[]
  readonly layers: readonly LayerRow[]
  readonly consumptions: readonly ConsumptionRow[]
  readonly reservations: readonly ReservationRow[]
}
