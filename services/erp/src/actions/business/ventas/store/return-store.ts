import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A DevolucionVentaPartida, with the line of the sale that comes back. */
export interface ReturnLineRow {
  readonly id: string
  readonly devolucion: string
  readonly partida: number
  readonly articulo: string
  readonly articulo_clave: string
  readonly tiene_existencia: boolean
  readonly lote: string | null
  readonly ubicacion: string | null
  readonly numero_serie: string | null
  /** The SerieArticulo of that number. */
  readonly serie: string | null
  readonly cantidad_devuelta: string
  readonly cantidad_aceptada: string | null
  readonly dictamen: string | null
  /** The VentaPartida; all that follows is its own. */
  readonly vendida: string | null
  readonly venta: string | null
  readonly articulo_vendido: string | null
  readonly unidad_vendida: string | null
  readonly entregada: string
  readonly devuelta: string
  readonly centro_costo: string | null
  /** What was delivered of it and came back before, and what that cost. */
  readonly cantidad_salida: string
  readonly costo_salida: string
  readonly cantidad_vuelta: string
  readonly costo_vuelta: string
}

export async function findReturnLines(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly ReturnLineRow[]> {
  return await tx.query<ReturnLineRow>(
    sql`select l.id::text as id, l.devolucion::text as devolucion, l.partida, l.articulo::text as articulo,
            a.clave as articulo_clave, a.se_inventaria and a.tipo <> 'servicio' as tiene_existencia,
            l.lote::text as lote, l.ubicacion::text as ubicacion, l.numero_serie,
            (select s.id::text from serie_articulo s where s.empresa_id = ${empresa}::int8
              and s.articulo = l.articulo and s.numero_serie = l.numero_serie) as serie,
            l.cantidad_devuelta::text as cantidad_devuelta, l.cantidad_aceptada::text as cantidad_aceptada, l.dictamen,
            p.id::text as vendida, p.venta::text as venta, p.articulo::text as articulo_vendido,
            p.unidad::text as unidad_vendida, coalesce(p.cantidad_entregada, 0)::text as entregada,
            coalesce(p.cantidad_devuelta, 0)::text as devuelta, p.centro_costo::text as centro_costo,
            coalesce(s.cantidad, 0)::text as cantidad_salida, coalesce(s.costo, 0)::numeric(18, 2)::text as costo_salida,
            coalesce(b.cantidad, 0)::text as cantidad_vuelta, coalesce(b.costo, 0)::numeric(18, 2)::text as costo_vuelta
          from devolucion_venta_partida l
          join articulo a on a.empresa_id = ${empresa}::int8 and a.id = l.articulo
          left join venta_partida p on p.empresa_id = ${empresa}::int8 and p.id = l.venta_partida
          left join lateral (
            select sum(x.cantidad) as cantidad, sum(x.importe_costo) as costo from remision_venta_partida x
            join remision_venta r on r.empresa_id = ${empresa}::int8 and r.id = x.remision
              and r.estado in ('entregada', 'facturada')
            where x.empresa_id = ${empresa}::int8 and x.venta_partida = p.id and x.importe_costo is not null) s on true
          left join lateral (
            select sum(x.cantidad_aceptada) as cantidad, sum(x.importe_costo) as costo from devolucion_venta_partida x
            join devolucion_venta d on d.empresa_id = ${empresa}::int8 and d.id = x.devolucion
              and d.estado in ('recibida', 'acreditada')
            where x.empresa_id = ${empresa}::int8 and x.venta_partida = p.id) b on true
          where l.empresa_id = ${empresa}::int8 and l.devolucion = any(${ids}::int8[])
          order by l.devolucion, l.partida, l.id`,
  )
}
