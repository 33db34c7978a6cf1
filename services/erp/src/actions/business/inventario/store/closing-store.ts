import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Locks all stock of warehouses, so that nothing is dated into a period while it is closed. */
export async function lockWarehouseStock(
  tx: Tx,
  empresa: EmpresaId,
  warehouses: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`select id from existencia
          where empresa_id = ${empresa}::int8 and almacen = any(${warehouses}::int8[]) and ubicacion is null
            and lote is null
          order by articulo, almacen for no key update`,
  )
}

/** How many articles a closing keeps the stock of, and what it was worth on the last day of the period. */
export interface ClosingSum {
  readonly cierre: string
  readonly articulos: number
  readonly importe: string
}

/**
 * What stood in the warehouses at the ends of the periods: what moved up to then, and what stood there before movements
 * were kept. Articles that had nothing and did not move are left out.
 */
function closedStock(empresa: EmpresaId, ids: readonly string[]) {
  return sql`
    with c as (
      select c.id as cierre, c.periodo, c.almacen,
        p.fecha_inicio::timestamp at time zone 'America/Mexico_City' as desde,
        (p.fecha_fin + 1)::timestamp at time zone 'America/Mexico_City' as hasta
      from cierre_inventario c
      join periodo_contable p on p.empresa_id = ${empresa}::int8 and p.id = c.periodo
      where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])),
    patas as (
      select c.cierre, l.articulo, l.fecha_movimiento as fecha, l.cantidad_base as cantidad, l.valor_entrada as valor
      from c join movimiento_inventario_partida l on l.empresa_id = ${empresa}::int8 and l.almacen_entrada = c.almacen
      union all
      select c.cierre, l.articulo, l.fecha_movimiento, -l.cantidad_base, -l.valor_salida
      from c join movimiento_inventario_partida l on l.empresa_id = ${empresa}::int8 and l.almacen_salida = c.almacen),
    -- Existencia less what moved later.
    hay as (
      select c.cierre, e.articulo, sum(e.cantidad) as cantidad, sum(e.importe) as valor
      from c join existencia e on e.empresa_id = ${empresa}::int8 and e.almacen = c.almacen
      group by c.cierre, e.articulo),
    cerrado as (
      select h.cierre, c.periodo, c.almacen, h.articulo,
        h.cantidad - coalesce(sum(m.cantidad) filter (where m.fecha >= c.hasta), 0) as cantidad,
        h.valor - coalesce(sum(m.valor) filter (where m.fecha >= c.hasta), 0) as importe,
        coalesce(sum(m.cantidad) filter (where m.cantidad > 0 and m.fecha >= c.desde and m.fecha < c.hasta), 0)
          as entradas,
        coalesce(-sum(m.cantidad) filter (where m.cantidad < 0 and m.fecha >= c.desde and m.fecha < c.hasta), 0)
          as salidas
      from hay h join c on c.cierre = h.cierre
      left join patas m on m.cierre = h.cierre and m.articulo = h.articulo
      group by h.cierre, c.periodo, c.almacen, h.articulo, h.cantidad, h.valor, c.desde, c.hasta),
    contado as (
      select * from cerrado where cantidad <> 0 or importe <> 0 or entradas <> 0 or salidas <> 0)`
}

export async function findClosingSums(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ClosingSum>> {
  const rows = await tx.query<ClosingSum>(
    sql`${closedStock(empresa, ids)}
        select cierre::text as cierre, count(*) as articulos, sum(importe)::numeric(18, 2)::text as importe
        from contado group by cierre`,
  )
  return new Map(rows.map((row) => [row.cierre, row]))
}

/** Writes ExistenciaHistorica of closings, at most `count` rows: in one statement, however many articles there are. */
export async function insertHistory(
  tx: Tx,
  empresa: EmpresaId,
  change: {
    readonly ids: readonly string[]
    readonly first: number
    readonly count: number
    readonly now: string
  },
): Promise<void> {
  const written = await tx.execute(
    sql`${closedStock(empresa, change.ids)}
        insert into existencia_historica (empresa_id, id, creado_en, modificado_en, periodo, articulo, almacen,
          cantidad, costo_unitario, importe, entradas, salidas)
        select ${empresa}::int8, ${change.first}::int8 + row_number() over (order by cierre, articulo) - 1,
          ${change.now}::timestamptz, ${change.now}::timestamptz, periodo, articulo, almacen, cantidad,
          coalesce(round(importe / nullif(cantidad, 0), 6), 0), importe, entradas, salidas
        from contado`,
  )
  if (written > change.count)
    throw new Error(`${written} rows of history, but ${change.count} numbers of them`)
}

/** Forgets what stood there at the end of periods that are opened again. */
export async function deleteHistory(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`delete from existencia_historica h where h.empresa_id = ${empresa}::int8 and (h.periodo, h.almacen) in (
            select c.periodo, c.almacen from cierre_inventario c
            where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[]))`,
  )
}

/** The last day of each warehouse that is closed, with the name of its period. */
export interface ClosedDay {
  readonly almacen: string
  readonly hasta: string
  readonly periodo: string
}

export async function findClosedDays(
  tx: Tx,
  empresa: EmpresaId,
  warehouses: readonly string[],
): Promise<ReadonlyMap<string, ClosedDay>> {
  const rows = await tx.query<ClosedDay>(
    sql`select distinct on (c.almacen) c.almacen::text as almacen, p.fecha_fin::text as hasta, p.nombre as periodo
          from cierre_inventario c
          join periodo_contable p on p.empresa_id = ${empresa}::int8 and p.id = c.periodo
          where c.empresa_id = ${empresa}::int8 and c.almacen = any(${warehouses}::int8[]) and c.estado = 'cerrado'
          order by c.almacen, p.fecha_fin desc`,
  )
  return new Map(rows.map((row) => [row.almacen, row]))
}
