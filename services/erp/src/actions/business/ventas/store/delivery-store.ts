import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** The folios, by id, of those of the sales that are not cancelled and have delivered goods that did not come back. */
export async function findUnsettledSales(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: string; folio: string }>(
    sql`select v.id::text as id, v.folio from venta v
          where v.empresa_id = ${empresa}::int8 and v.id = any(${ids}::int8[]) and v.estado <> 'cancelada'
            and exists (select from venta_partida p where p.empresa_id = ${empresa}::int8 and p.venta = v.id
              and p.cantidad_entregada > coalesce(p.cantidad_devuelta, 0))`,
  )
  return new Map(rows.map(({ id, folio }) => [id, folio]))
}

/** A RemisionVentaPartida, with the line of the sale that it delivers. */
export interface DeliveryLineRow {
  readonly id: string
  readonly remision: string
  readonly partida: number
  readonly articulo: string
  readonly articulo_clave: string
  readonly tiene_existencia: boolean
  readonly unidad: string
  readonly lote: string | null
  readonly ubicacion: string | null
  readonly numero_serie: string | null
  /** The SerieArticulo of that number. */
  readonly serie: string | null
  readonly cantidad: string
  readonly importe_costo: string | null
  /** The VentaPartida; all that follows is its own. */
  readonly vendida: string | null
  readonly venta: string | null
  readonly articulo_vendido: string | null
  readonly unidad_vendida: string | null
  readonly cantidad_vendida: string | null
  readonly entregada: string
  readonly devuelta: string
  readonly centro_costo: string | null
  readonly reserva: string | null
  readonly reserva_estado: string | null
  readonly reserva_almacen: string | null
}

export async function findDeliveryLines(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly DeliveryLineRow[]> {
  return await tx.query<DeliveryLineRow>(
    sql`select l.id::text as id, l.remision::text as remision, l.partida, l.articulo::text as articulo,
            a.clave as articulo_clave, a.se_inventaria and a.tipo <> 'servicio' as tiene_existencia,
            l.unidad::text as unidad, l.lote::text as lote, l.ubicacion::text as ubicacion, l.numero_serie,
            (select s.id::text from serie_articulo s where s.empresa_id = ${empresa}::int8
              and s.articulo = l.articulo and s.numero_serie = l.numero_serie) as serie,
            l.cantidad::text as cantidad, l.importe_costo::text as importe_costo,
            p.id::text as vendida, p.venta::text as venta, p.articulo::text as articulo_vendido,
            p.unidad::text as unidad_vendida, p.cantidad::text as cantidad_vendida,
            coalesce(p.cantidad_entregada, 0)::text as entregada, coalesce(p.cantidad_devuelta, 0)::text as devuelta,
            p.centro_costo::text as centro_costo, p.reserva::text as reserva, r.estado as reserva_estado,
            r.almacen::text as reserva_almacen
          from remision_venta_partida l
          join articulo a on a.empresa_id = ${empresa}::int8 and a.id = l.articulo
          left join venta_partida p on p.empresa_id = ${empresa}::int8 and p.id = l.venta_partida
          left join reserva_inventario r on r.empresa_id = ${empresa}::int8 and r.id = p.reserva
          where l.empresa_id = ${empresa}::int8 and l.remision = any(${ids}::int8[])
          order by l.remision, l.partida, l.id`,
  )
}

/** How much more of a VentaPartida is delivered, or less below zero; in its unit. */
interface DeliveredPart {
  readonly id: string
  readonly cantidad: string
}

/**
 * Counts what was delivered of lines of sales, whose cost is the average of all that is delivered of them. Once the
 * deliveries and their lines are written.
 */
export async function countDelivered(
  tx: Tx,
  empresa: EmpresaId,
  { parts, now }: { readonly parts: readonly DeliveredPart[]; readonly now: string },
): Promise<void> {
  if (parts.length === 0) return
  await tx.execute(
    sql`with n as (
            select id, sum(cantidad) as cantidad
            from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as n(id int8, cantidad numeric) group by id),
          costos as (
            select l.venta_partida as id, sum(l.importe_costo) / nullif(sum(l.cantidad), 0) as costo
            from remision_venta_partida l
            join remision_venta r on r.empresa_id = ${empresa}::int8 and r.id = l.remision
              and r.estado in ('entregada', 'facturada')
            where l.empresa_id = ${empresa}::int8 and l.venta_partida in (select id from n)
            group by l.venta_partida)
          update venta_partida p set cantidad_entregada = coalesce(p.cantidad_entregada, 0) + n.cantidad,
            costo = round((select c.costo from costos c where c.id = n.id), 6), version = p.version + 1,
            modificado_en = ${now}::timestamptz
          from n where p.empresa_id = ${empresa}::int8 and p.id = n.id`,
  )
}
