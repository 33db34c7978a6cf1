import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'
import type {
  ArticleFact,
  BlockedRow,
  ConsumptionRow,
  CostMethod,
  LayerRow,
  PartFact,
  ReservationRow,
  StockRow,
  WarehouseFact,
} from './stock-facts.ts'

/** An article in a warehouse. */
export interface StockPair {
  readonly articulo: string
  readonly almacen: string
}

/**
 * Locks the stock of articles in warehouses to the end of the transaction, in the order of article and warehouse. What
 * is locked is the row without location and lot, which every article has in every warehouse where it ever moved; where
 * it has none yet, the article is locked until its first row is there.
 */
export async function lockStock(
  tx: Tx,
  empresa: EmpresaId,
  pairs: readonly StockPair[],
): Promise<void> {
  const locked = await lockHeads(tx, empresa, pairs)
  const missing = pairs.filter(({ articulo, almacen }) => !locked.has(`${articulo}:${almacen}`))
  if (missing.length === 0) return
  const articles = [...new Set(missing.map(({ articulo }) => articulo))]
  await tx.execute(
    sql`select id from articulo where empresa_id = ${empresa}::int8 and id = any(${articles}::int8[])
          order by id for no key update`,
  )
  // Somebody else may have been first.
  await lockHeads(tx, empresa, missing)
}

async function lockHeads(
  tx: Tx,
  empresa: EmpresaId,
  pairs: readonly StockPair[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ par: string }>(
    sql`select e.articulo || ':' || e.almacen as par from existencia e
          join jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as n(articulo int8, almacen int8)
            on n.articulo = e.articulo and n.almacen = e.almacen
          where e.empresa_id = ${empresa}::int8 and e.ubicacion is null and e.lote is null
          order by e.articulo, e.almacen for no key update of e`,
  )
  return new Set(rows.map(({ par }) => par))
}

/** A row of Existencia that a movement names. */
export interface StockKey extends StockPair {
  readonly ubicacion: string | null
  readonly lote: string | null
}

/** Finds the rows of articles in warehouses that hold something, and those that are named. */
export async function findStockRows(
  tx: Tx,
  empresa: EmpresaId,
  { pairs, keys }: { readonly pairs: readonly StockPair[]; readonly keys: readonly StockKey[] },
): Promise<readonly StockRow[]> {
  return await tx.query<StockRow>(
    sql`select e.id::text as id, e.articulo::text as articulo, e.almacen::text as almacen,
            e.ubicacion::text as ubicacion, e.lote::text as lote, e.cantidad::text as cantidad,
            e.reservada::text as reservada, coalesce(e.en_transito, 0)::text as en_transito,
            e.costo_promedio::text as costo_promedio, e.importe::text as importe
          from existencia e
          join jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as n(articulo int8, almacen int8)
            on n.articulo = e.articulo and n.almacen = e.almacen
          where e.empresa_id = ${empresa}::int8 and (e.cantidad <> 0 or e.reservada <> 0 or e.importe <> 0
            or (e.ubicacion is null and e.lote is null)
            or (e.articulo, e.almacen, coalesce(e.ubicacion, 0), coalesce(e.lote, 0)) in (
              select k.articulo, k.almacen, coalesce(k.ubicacion, 0), coalesce(k.lote, 0)
              from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
                as k(articulo int8, almacen int8, ubicacion int8, lote int8)))
          order by e.articulo, e.almacen, e.ubicacion nulls first, e.lote nulls first`,
  )
}

const METHODS: Readonly<Record<string, CostMethod>> = {
  PEPS: 'peps',
  UEPS: 'ueps',
  IDENT: 'identificado',
  ESTAN: 'estandar',
}

/** What decides how articles move: an article's own method comes before that of its category; without either, average. */
export async function findStockArticles(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ArticleFact>> {
  const rows = await tx.query<Omit<ArticleFact, 'metodo'> & { readonly metodo: string | null }>(
    sql`select a.id::text as id, a.clave, a.unidad::text as unidad, a.control,
            a.se_inventaria and a.tipo <> 'servicio' as "tieneExistencia",
            coalesce(m.clave, n.clave) as metodo, a.costo_estandar::text as costo_estandar,
            c.cuenta_inventario::text as cuenta_inventario, c.cuenta_costo_venta::text as cuenta_costo_venta,
            c.cuenta_ajuste::text as cuenta_ajuste, c.cuenta_transito::text as cuenta_transito
          from articulo a
          left join categoria_inventario c on c.empresa_id = ${empresa}::int8 and c.id = a.categoria
          left join metodo_costeo m on m.id = a.metodo_costeo
          left join metodo_costeo n on n.id = c.metodo_costeo
          where a.empresa_id = ${empresa}::int8 and a.id = any(${ids}::int8[])`,
  )
  return new Map(
    rows.map((row) => [row.id, { ...row, metodo: METHODS[row.metodo ?? ''] ?? 'promedio' }]),
  )
}

/** Finds how many of an article's unit other units have, by `articulo:unidad`. */
export async function findFactors(
  tx: Tx,
  empresa: EmpresaId,
  articles: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ llave: string; factor: string }>(
    sql`select articulo || ':' || unidad as llave, factor::text as factor from articulo_unidad
          where empresa_id = ${empresa}::int8 and articulo = any(${articles}::int8[])`,
  )
  return new Map(rows.map(({ llave, factor }) => [llave, factor]))
}

export async function findWarehouses(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WarehouseFact>> {
  const rows = await tx.query<WarehouseFact>(
    sql`select id::text as id, clave, permite_negativos, activo, cuenta_contable::text as cuenta from almacen
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Finds what lots, serial numbers and locations belong to; serial numbers are locked, by their ids. */
export async function findParts(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly lotes: readonly string[]
    readonly series: readonly string[]
    readonly ubicaciones: readonly string[]
  },
): Promise<ReadonlyMap<string, PartFact>> {
  if (wanted.lotes.length + wanted.series.length + wanted.ubicaciones.length === 0) return new Map()
  const rows = await tx.query<PartFact>(
    sql`with s as (
            select id, articulo, almacen from serie_articulo
            where empresa_id = ${empresa}::int8 and id = any(${wanted.series}::int8[]) order by id for no key update)
          select 'serie' as kind, id::text as id, articulo::text as de, almacen::text as almacen from s
          union all
          select 'lote', id::text, articulo::text, null from lote
          where empresa_id = ${empresa}::int8 and id = any(${wanted.lotes}::int8[])
          union all
          select 'ubicacion', id::text, almacen::text, null from ubicacion_almacen
          where empresa_id = ${empresa}::int8 and id = any(${wanted.ubicaciones}::int8[])`,
  )
  return new Map(rows.map((row) => [`${row.kind}:${row.id}`, row]))
}

/** The layers of articles in warehouses that are not used up, oldest first, and those that the exits given took from. */
export async function findLayers(
  tx: Tx,
  empresa: EmpresaId,
  { pairs, exits }: { readonly pairs: readonly StockPair[]; readonly exits: readonly string[] },
): Promise<readonly LayerRow[]> {
  return await tx.query<LayerRow>(
    sql`select c.id::text as id, c.articulo::text as articulo, c.almacen::text as almacen, c.lote::text as lote,
            c.movimiento_partida::text as linea, p.serie::text as serie, c.cantidad_disponible::text as cantidad,
            c.importe_disponible::text as importe
          from capa_costo c
          join jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as n(articulo int8, almacen int8)
            on n.articulo = c.articulo and n.almacen = c.almacen
          left join movimiento_inventario_partida p
            on p.empresa_id = ${empresa}::int8 and p.id = c.movimiento_partida
          where c.empresa_id = ${empresa}::int8 and (not c.agotada or c.id in (
            select x.capa from consumo_capa x
            where x.empresa_id = ${empresa}::int8 and x.salida = any(${exits}::int8[])))
          order by c.fecha, c.id`,
  )
}

/** Finds what exits took from layers. */
export async function findConsumptions(
  tx: Tx,
  empresa: EmpresaId,
  exits: readonly string[],
): Promise<readonly ConsumptionRow[]> {
  if (exits.length === 0) return []
  return await tx.query<ConsumptionRow>(
    sql`select salida::text as salida, capa::text as capa, cantidad::text as cantidad, importe::text as importe
          from consumo_capa where empresa_id = ${empresa}::int8 and salida = any(${exits}::int8[]) order by id`,
  )
}

/** Finds what people have blocked of articles in warehouses: by quality, a count, a dispute. */
export async function findBlocked(
  tx: Tx,
  empresa: EmpresaId,
  pairs: readonly StockPair[],
): Promise<readonly BlockedRow[]> {
  return await tx.query<BlockedRow>(
    sql`select b.articulo::text as articulo, b.almacen::text as almacen, b.lote::text as lote,
            sum(b.cantidad)::text as cantidad
          from kardex_bloqueo b
          join jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as n(articulo int8, almacen int8)
            on n.articulo = b.articulo and n.almacen = b.almacen
          where b.empresa_id = ${empresa}::int8 and b.estado = 'bloqueado'
          group by b.articulo, b.almacen, b.lote`,
  )
}

/** Reservations; they change only under the lock of their stock. */
export async function findReservations(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly ReservationRow[]> {
  if (ids.length === 0) return []
  return await tx.query<ReservationRow>(
    sql`select id::text as id, folio, articulo::text as articulo, almacen::text as almacen, lote::text as lote,
            cantidad::text as cantidad, cantidad_surtida::text as cantidad_surtida, estado
          from reserva_inventario where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
  )
}
