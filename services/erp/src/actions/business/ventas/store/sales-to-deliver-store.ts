import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

interface Wanted {
  readonly almacen: string | null
  readonly cliente: string | null
  /** Whose names whoever asks may see. */
  readonly isNamed: { readonly cliente: boolean; readonly almacen: boolean }
  readonly page: number
  readonly perPage: number
}

interface SalesToDeliver {
  readonly total: number
  /** A JSON array as text. */
  readonly rows: string
}

/** Sales in force of which something of an article is pending, as `entregar` takes it, what was promised first first. */
export async function readSalesToDeliver(
  tx: Tx,
  empresa: EmpresaId,
  { almacen, cliente, isNamed, page, perPage }: Wanted,
): Promise<SalesToDeliver> {
  const rows = await tx.query<SalesToDeliver>(
    sql`with f as (
            select v.id, v.folio, v.fecha, v.cliente, v.almacen, v.fecha_entrega, count(*) as partidas,
              count(*) filter (where p.cantidad_entregada > 0) as empezadas
            from venta v
              join venta_partida p on p.empresa_id = ${empresa}::int8 and p.venta = v.id and p.articulo is not null
                and p.cantidad > coalesce(p.cantidad_entregada, 0)
            where v.empresa_id = ${empresa}::int8 and v.estado in ('confirmada', 'facturada', 'pagada')
              and (${almacen}::int8 is null or v.almacen = ${almacen}::int8)
              and (${cliente}::int8 is null or v.cliente = ${cliente}::int8)
            group by v.id, v.folio, v.fecha, v.cliente, v.almacen, v.fecha_entrega)
        select (select count(*)::int4 from f) as total, coalesce((select json_agg(row_to_json(x))::text from (
            select f.id as venta, f.folio, f.fecha,
              f.cliente, case when ${isNamed.cliente} then (select concat_ws(' ', c.clave, c.razon_social) from cliente c
                where c.empresa_id = ${empresa}::int8 and c.id = f.cliente) end as cliente_str,
              f.almacen, case when ${isNamed.almacen} then (select concat_ws(' ', w.clave, w.nombre) from almacen w
                where w.empresa_id = ${empresa}::int8 and w.id = f.almacen) end as almacen_str,
              f.fecha_entrega, f.partidas, f.empezadas
            from f
            order by f.fecha_entrega nulls last, f.fecha, f.id
            limit ${perPage} offset ${(page - 1) * perPage}) x), '[]') as rows`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the report returned no row')
  return row
}
