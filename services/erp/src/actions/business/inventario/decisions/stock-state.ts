import { cents } from '../../cents.ts'
import { quantity, share, unitCost } from '../../quantity.ts'
import type { StockPlace } from '../stock-movement.ts'
import type { ArticleFact, ReservationRow, StockFacts } from '../store/stock-facts.ts'
import { hasLayers, type CostLayer, type CostPool, type Taken } from './costing.ts'

/** A row of Existencia while movements are decided; quantities in millionths. */
export interface Holding {
  /** Null: the row is new. */
  readonly id: string | null
  readonly articulo: string
  readonly almacen: string
  readonly ubicacion: string | null
  readonly lote: string | null
  cantidad: bigint
  reservada: bigint
  enTransito: bigint
  ultimaEntrada: string | null
  ultimaSalida: string | null
  isTouched: boolean
}

/** An article in a warehouse: the rows that share what is available. */
export interface Pair {
  readonly holdings: Holding[]
  /** What people have blocked, of a lot or of any. */
  readonly blocked: { readonly lote: string | null; readonly cantidad: bigint }[]
  readonly pools: Map<string, CostPool>
}

export interface Reservation {
  readonly row: ReservationRow
  surtida: bigint
}

/**
 * The stock of the articles and warehouses concerned, as movements change it one after the other. What a movement
 * changes is saved before, so that a refused one leaves nothing.
 */
export class StockState {
  readonly #pairs = new Map<string, Pair>()
  readonly #layers = new Map<string, CostLayer>()
  readonly #returned = new Map<string, readonly Taken[]>()
  readonly #reservations: ReadonlyMap<string, Reservation>
  /** The warehouse of each serial number; null: not in stock. */
  readonly #series = new Map<string, string | null>()
  readonly #facts: StockFacts
  #undo: (() => void)[] = []

  constructor(facts: StockFacts) {
    this.#facts = facts
    this.#readRows()
    this.#readLayers()
    for (const { articulo, almacen, lote, cantidad } of facts.blocked) {
      this.pair(articulo, almacen).blocked.push({ lote, cantidad: quantity(cantidad) })
    }
    this.#reservations = new Map(
      facts.reservations.map((row) => [row.id, { row, surtida: quantity(row.cantidad_surtida) }]),
    )
    for (const part of facts.parts.values()) {
      if (part.kind === 'serie') this.#series.set(part.id, part.almacen)
    }
  }

  #readRows(): void {
    for (const row of this.#facts.rows) {
      const article = this.#facts.articles.get(row.articulo)
      if (article === undefined) continue
      const pair = this.pair(row.articulo, row.almacen)
      pair.holdings.push({
        ...row,
        cantidad: quantity(row.cantidad),
        reservada: quantity(row.reservada),
        enTransito: quantity(row.en_transito),
        ultimaEntrada: null,
        ultimaSalida: null,
        isTouched: false,
      })
      const pool = this.pool(article, row)
      pool.cantidad += quantity(row.cantidad)
      pool.importe += cents(row.importe)
      const cost = quantity(row.costo_promedio)
      if (cost > 0n && pool.costo === 0n) pool.costo = cost
    }
    for (const pair of this.#pairs.values()) {
      for (const pool of pair.pools.values()) {
        if (pool.cantidad > 0n) pool.costo = unitCost(pool.importe, pool.cantidad)
      }
    }
  }

  #readLayers(): void {
    for (const row of this.#facts.layers) {
      const article = this.#facts.articles.get(row.articulo)
      if (article === undefined || !hasLayers(article.metodo)) continue
      const left = { cantidad: quantity(row.cantidad), importe: cents(row.importe) }
      const layer = { id: row.id, line: row.linea, serie: row.serie, original: left, ...left }
      this.#layers.set(row.id, layer)
      this.pool(article, row).layers.push(layer)
    }
    for (const pair of this.#pairs.values()) {
      for (const pool of pair.pools.values()) if (hasLayers(pool.method)) addUnrecorded(pool)
    }
    const exits = Map.groupBy(this.#facts.consumptions, ({ salida }) => salida)
    for (const [exit, rows] of exits) {
      const taken = rows.flatMap(({ capa, cantidad, importe }) => {
        const layer = this.#layers.get(capa)
        return layer === undefined
          ? []
          : [{ layer, cantidad: quantity(cantidad), importe: cents(importe) }]
      })
      this.#returned.set(exit, taken)
    }
  }

  pair(articulo: string, almacen: string): Pair {
    const key = `${articulo}:${almacen}`
    const known = this.#pairs.get(key)
    if (known !== undefined) return known
    const pair: Pair = { holdings: [], blocked: [], pools: new Map() }
    this.#pairs.set(key, pair)
    return pair
  }

  get pairs(): ReadonlyMap<string, Pair> {
    return this.#pairs
  }

  /** Articles with layers are valued lot by lot, others together. */
  pool(
    article: ArticleFact,
    facts: { readonly almacen: string; readonly lote: string | null },
  ): CostPool {
    const { pools } = this.pair(article.id, facts.almacen)
    const key = poolKey(article, facts.lote)
    const known = pools.get(key)
    if (known !== undefined) return known
    const standard = article.costo_estandar === null ? null : quantity(article.costo_estandar)
    const pool: CostPool = {
      method: article.metodo,
      standard,
      cantidad: 0n,
      importe: 0n,
      costo:
        this.#lastCost(article.id, facts.almacen) ??
        (article.metodo === 'estandar' ? (standard ?? 0n) : 0n),
      layers: [],
    }
    pools.set(key, pool)
    return pool
  }

  /** What another lot of the article costs there. */
  #lastCost(articulo: string, almacen: string): bigint | undefined {
    const pools = [...this.pair(articulo, almacen).pools.values()]
    return pools.find(({ costo }) => costo > 0n)?.costo
  }

  holding(articulo: string, place: StockPlace, lote: string | null): Holding {
    const { holdings } = this.pair(articulo, place.almacen)
    const known = holdings.find(
      (holding) => holding.ubicacion === place.ubicacion && holding.lote === lote,
    )
    if (known !== undefined) return known
    const made: Holding = {
      id: null,
      articulo,
      almacen: place.almacen,
      ubicacion: place.ubicacion,
      lote,
      cantidad: 0n,
      reservada: 0n,
      enTransito: 0n,
      ultimaEntrada: null,
      ultimaSalida: null,
      isTouched: false,
    }
    holdings.push(made)
    this.#undo.push(() => void holdings.splice(holdings.indexOf(made), 1))
    return made
  }

  returnedBy(line: string | null): readonly Taken[] {
    return line === null ? [] : (this.#returned.get(line) ?? [])
  }

  reservation(id: string): Reservation | undefined {
    return this.#reservations.get(id)
  }

  get reservations(): ReadonlyMap<string, Reservation> {
    return this.#reservations
  }

  whereIs(serie: string): string | null {
    return this.#series.get(serie) ?? null
  }

  move(serie: string, almacen: string | null): void {
    const before = this.whereIs(serie)
    this.#series.set(serie, almacen)
    this.#undo.push(() => void this.#series.set(serie, before))
  }

  /** To be called before an object of this state is changed. */
  save(object: Holding | CostLayer | Reservation): void {
    const before = { ...object }
    this.#undo.push(() => void Object.assign(object, before))
  }

  /** The same for a pool; its layers are saved one by one, since an exit touches few of many. */
  savePool(pool: CostPool): void {
    const { cantidad, importe, costo } = pool
    const count = pool.layers.length
    this.#undo.push(() => {
      Object.assign(pool, { cantidad, importe, costo })
      pool.layers.splice(count)
    })
  }

  /** What was changed since the last `commit` stays. */
  commit(): void {
    this.#undo = []
  }

  /** Takes back what was changed since the last `commit`. */
  rollBack(): void {
    for (const undo of this.#undo.toReversed()) undo()
    this.#undo = []
  }
}

/** Stock from before layers were kept goes first, as a layer of which there is no record. */
function addUnrecorded(pool: CostPool): void {
  const cantidad = pool.layers.reduce((rest, layer) => rest - layer.cantidad, pool.cantidad)
  const importe = pool.layers.reduce((rest, layer) => rest - layer.importe, pool.importe)
  if (cantidad <= 0n) return
  const left = { cantidad, importe }
  pool.layers.unshift({ id: null, line: '', serie: null, original: left, ...left })
}

function poolKey({ metodo }: ArticleFact, lote: string | null): string {
  return hasLayers(metodo) ? (lote ?? '') : ''
}

/** A row with its part of the value of its pool, in cents, and what one costs, in millionths. */
export interface ValuedHolding {
  readonly holding: Holding
  readonly importe: bigint
  readonly costo: bigint
}

/**
 * The rows of an article in a warehouse with their value: each has its share of its pool by quantity, rounded so that
 * all of them are the pool's to the cent; none has a value without quantity.
 */
export function valued(article: ArticleFact, { holdings, pools }: Pair): readonly ValuedHolding[] {
  const rest = new Map(
    [...pools].map(([key, { cantidad, importe }]) => [key, { cantidad, importe }]),
  )
  return holdings.map((holding) => {
    const key = poolKey(article, holding.lote)
    const left = rest.get(key) ?? { cantidad: 0n, importe: 0n }
    const isAll = holding.cantidad === left.cantidad
    const part = left.cantidad === 0n ? 0n : share(left.importe, holding.cantidad, left.cantidad)
    const importe = isAll ? left.importe : part
    rest.set(key, {
      cantidad: left.cantidad - holding.cantidad,
      importe: left.importe - importe,
    })
    return { holding, importe, costo: pools.get(key)?.costo ?? 0n }
  })
}
