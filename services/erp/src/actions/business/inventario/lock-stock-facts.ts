import type { Tx } from '@oficina/kit/database.ts'

import type { Caller } from '../../../identity/caller.ts'
import { hasLayers } from './decisions/costing.ts'
import { findClosedDays } from './store/closing-store.ts'
import type { StockFacts } from './store/stock-facts.ts'
import {
  findBlocked,
  findConsumptions,
  findFactors,
  findLayers,
  findParts,
  findReservations,
  findStockArticles,
  findStockRows,
  findWarehouses,
  lockStock,
  type StockKey,
  type StockPair,
} from './store/stock-store.ts'

/** What is about to change or to be looked at; null ids are none. */
export interface StockNeeds {
  readonly keys: readonly StockKey[]
  readonly series: readonly (string | null)[]
  readonly reservas: readonly (string | null)[]
  /** Lines of movements that are taken back. */
  readonly exits: readonly (string | null)[]
}

/** What the lock needs of an action, or of the service's own work. */
export interface StockCall {
  readonly tx: Tx
  readonly caller: Pick<Caller, 'empresa'>
}

/** Locks the stock of articles in warehouses to the end of the transaction, and reads what decides about it. */
export async function lockStockFacts(
  { tx, caller }: StockCall,
  needs: StockNeeds,
): Promise<StockFacts> {
  const { empresa } = caller
  const keys = [...new Map(needs.keys.map((key) => [keyText(key), key])).values()]
  const exits = distinct(needs.exits)
  const pairs = pairsOf(keys)
  const articleIds = distinct(keys.map(({ articulo }) => articulo))
  await lockStock(tx, empresa, pairs)
  const warehouseIds = distinct(keys.map(({ almacen }) => almacen))
  const [articles, factors, warehouses, closed, parts, rows, blocked, consumptions, reservations] =
    await Promise.all([
      findStockArticles(tx, empresa, articleIds),
      findFactors(tx, empresa, articleIds),
      findWarehouses(tx, empresa, warehouseIds),
      findClosedDays(tx, empresa, warehouseIds),
      findParts(tx, empresa, {
        lotes: distinct(keys.map(({ lote }) => lote)),
        series: distinct(needs.series),
        ubicaciones: distinct(keys.map(({ ubicacion }) => ubicacion)),
      }),
      findStockRows(tx, empresa, { pairs, keys }),
      findBlocked(tx, empresa, pairs),
      findConsumptions(tx, empresa, exits),
      findReservations(tx, empresa, distinct(needs.reservas)),
    ])
  const areLayered = [...articles.values()].some(({ metodo }) => hasLayers(metodo))
  const layers = areLayered ? await findLayers(tx, empresa, { pairs, exits }) : []
  return {
    articles,
    factors,
    warehouses,
    closed,
    parts,
    rows,
    blocked,
    layers,
    consumptions,
    reservations,
  }
}

function keyText({ articulo, almacen, ubicacion, lote }: StockKey): string {
  return [articulo, almacen, ubicacion, lote].join(':')
}

function pairsOf(keys: readonly StockKey[]): readonly StockPair[] {
  const pairs = keys.map(({ articulo, almacen }): [string, StockPair] => [
    `${articulo}:${almacen}`,
    { articulo, almacen },
  ])
  return [...new Map(pairs).values()]
}

function distinct(ids: readonly (string | null)[]): readonly string[] {
  return [...new Set(ids.filter((id) => id !== null))]
}
