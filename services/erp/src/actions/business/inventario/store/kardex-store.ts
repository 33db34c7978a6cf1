import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Which movements: of an article, in one warehouse or in all, from one day in Mexico City to another, both included. */
export interface KardexRequest {
  readonly articulo: string
  readonly almacen: string | null
  readonly from: string | null
  readonly to: string | null
  readonly page: number
  readonly perPage: number
  /** Which of these are written in words beside their ids. */
  readonly words: Readonly<Record<'concepts' | 'locations' | 'lots' | 'serials', boolean>>
}

/** Amounts and quantities as the database wrote them. */
export interface Kardex {
  /** A JSON array as text, in the order of date. */
  readonly rows: string
  readonly total: number
  /** What no movement explains: it stood there before movements were kept. */
  readonly existencia_previa: string
  readonly saldo_previo: string
  readonly existencia_inicial: string
  readonly saldo_inicial: string
  readonly existencia_final: string
  readonly saldo_final: string
}

/**
 * What entered and left, with the quantity and the value after each: what stood there before and what moved are what
 * stands there now. Without a last day the end is Existencia.
 */
export async function readKardex(
  tx: Tx,
  empresa: EmpresaId,
  request: KardexRequest,
): Promise<Kardex> {
  const rows = await tx.query<Kardex>(kardexSql(empresa, request))
  const [row] = rows
  if (row === undefined) throw new Error('the kardex returned no row')
  return row
}

function kardexSql(empresa: EmpresaId, kardexRequest: KardexRequest): Sql {
  const offset = (kardexRequest.page - 1) * kardexRequest.perPage
  return sql`
    with patas as (
      ${leg(empresa, kardexRequest, { side: 'entrada', order: 1, sign: '' })}
      union all
      ${leg(empresa, kardexRequest, { side: 'salida', order: 0, sign: '-' })}),
    limites as (
      select coalesce(${kardexRequest.from}::date::timestamp at time zone 'America/Mexico_City', '-infinity') as desde,
        coalesce((${kardexRequest.to}::date + 1)::timestamp at time zone 'America/Mexico_City', 'infinity') as hasta),
    -- What stood there before movements were kept, of an installation that is older than they are; else nothing.
    previo as (
      select e.cantidad - coalesce((select sum(cantidad) from patas), 0) as cantidad,
        e.valor - coalesce((select sum(valor) from patas), 0) as valor
      from (select coalesce(sum(cantidad), 0) as cantidad, coalesce(sum(importe), 0) as valor from existencia
        where empresa_id = ${empresa}::int8 and articulo = ${kardexRequest.articulo}::int8 and ${inWarehouse(kardexRequest)}) e),
    antes as (
      select p.cantidad + coalesce(sum(m.cantidad), 0) as cantidad, p.valor + coalesce(sum(m.valor), 0) as valor
      from previo p cross join limites l left join patas m on m.fecha < l.desde group by p.cantidad, p.valor),
    dentro as (
      select p.*, a.cantidad + sum(p.cantidad) over w as existencia, a.valor + sum(p.valor) over w as saldo
      from patas p, limites l, antes a where p.fecha >= l.desde and p.fecha < l.hasta
      window w as (order by p.fecha, p.id, p.orden))
    select coalesce((select json_agg(row_to_json(x))::text from (
        select to_char(d.fecha at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as fecha, v.id as movimiento,
          v.folio, v.estado, d.partida, v.concepto,
          case when ${kardexRequest.words.concepts} then c.clave || ' ' || c.nombre end as concepto_str, v.referencia,
          d.almacen, (select concat_ws(' ', k.clave, k.nombre) from almacen k
            where k.empresa_id = ${empresa}::int8 and k.id = d.almacen) as almacen_str,
          d.ubicacion, case when ${kardexRequest.words.locations} then (select k.codigo from ubicacion_almacen k
            where k.empresa_id = ${empresa}::int8 and k.id = d.ubicacion) end as ubicacion_str,
          d.lote, case when ${kardexRequest.words.lots} then (select k.numero_lote from lote k
            where k.empresa_id = ${empresa}::int8 and k.id = d.lote) end as lote_str,
          d.serie, case when ${kardexRequest.words.serials} then (select k.numero_serie from serie_articulo k
            where k.empresa_id = ${empresa}::int8 and k.id = d.serie) end as serie_str,
          greatest(d.cantidad, 0) as entrada,
          greatest(-d.cantidad, 0) as salida, d.existencia,
          round(abs(d.valor) / nullif(abs(d.cantidad), 0), 6) as costo_unitario, d.valor, d.saldo
        from (select * from dentro order by fecha, id, orden limit ${kardexRequest.perPage}::int8 offset ${offset}::int8) d
        join movimiento_inventario v on v.empresa_id = ${empresa}::int8 and v.id = d.movimiento
        join concepto_inventario c on c.empresa_id = ${empresa}::int8 and c.id = v.concepto
        order by d.fecha, d.id, d.orden) x), '[]') as rows,
      (select count(*) from dentro) as total,
      (select cantidad from previo)::numeric(18, 6)::text as existencia_previa,
      (select valor from previo)::numeric(18, 2)::text as saldo_previo,
      (select cantidad from antes)::numeric(18, 6)::text as existencia_inicial,
      (select valor from antes)::numeric(18, 2)::text as saldo_inicial,
      ((select cantidad from antes) + (select coalesce(sum(cantidad), 0) from dentro))::numeric(18, 6)::text
        as existencia_final,
      ((select valor from antes) + (select coalesce(sum(valor), 0) from dentro))::numeric(18, 2)::text as saldo_final`
}

function inWarehouse({ almacen }: KardexRequest): Sql {
  return almacen === null ? sql`true` : sql`almacen = ${almacen}::int8`
}

interface Leg {
  readonly side: 'entrada' | 'salida'
  /** What leaves comes before what enters, where a line does both. */
  readonly order: 0 | 1
  readonly sign: '' | '-'
}

/** What the lines of an article brought to warehouses, or took from them. */
function leg(empresa: EmpresaId, kardexRequest: KardexRequest, { side, order, sign }: Leg): Sql {
  const warehouse = trusted(`p.almacen_${side}`)
  const where =
    kardexRequest.almacen === null
      ? sql`${warehouse} is not null`
      : sql`${warehouse} = ${kardexRequest.almacen}::int8`
  // Of a line between places, the location that it enters stands apart.
  const location =
    side === 'entrada'
      ? 'case when p.almacen_salida is null then p.ubicacion else p.ubicacion_destino end'
      : 'p.ubicacion'
  return sql`select p.id, ${order}::int4 as orden, p.movimiento, p.partida, p.fecha_movimiento as fecha,
        ${warehouse} as almacen, ${trusted(location)} as ubicacion, p.lote, p.serie,
        ${trusted(sign)}p.cantidad_base as cantidad, ${trusted(`${sign}p.valor_${side}`)} as valor
      from movimiento_inventario_partida p
      where p.empresa_id = ${empresa}::int8 and p.articulo = ${kardexRequest.articulo}::int8 and ${where}`
}
