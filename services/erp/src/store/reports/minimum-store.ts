import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

interface BelowMinimum {
  readonly total: number
  /** A JSON array as text. */
  readonly rows: string
}

/** What a warehouse has less of than its minimum, all of its places and lots together; what lacks most first. */
export async function readBelowMinimum(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly almacen: string | null; readonly page: number; readonly perPage: number },
): Promise<BelowMinimum> {
  const rows = await tx.query<BelowMinimum>(
    sql`with e as (
            select articulo, almacen, sum(cantidad) as cantidad, sum(reservada) as reservada,
              sum(coalesce(en_transito, 0)) as en_transito
            from existencia where empresa_id = ${empresa}::int8
              and (${wanted.almacen}::int8 is null or almacen = ${wanted.almacen}::int8)
            group by articulo, almacen),
          f as (
            select p.articulo, a.clave, a.descripcion, p.almacen, p.minimo, p.maximo, coalesce(e.cantidad, 0) as existencia,
              coalesce(e.reservada, 0) as reservada, coalesce(e.en_transito, 0) as en_transito
            from articulo_almacen p
              join articulo a on a.empresa_id = ${empresa}::int8 and a.id = p.articulo
                and coalesce(a.estado, 'activo') not in ('descontinuado', 'baja')
              left join e on e.articulo = p.articulo and e.almacen = p.almacen
            where p.empresa_id = ${empresa}::int8 and p.minimo > coalesce(e.cantidad, 0)
              and (${wanted.almacen}::int8 is null or p.almacen = ${wanted.almacen}::int8))
        select (select count(*)::int4 from f) as total, coalesce((select json_agg(row_to_json(x))::text from (
            select f.articulo, concat_ws(' ', f.clave, f.descripcion) as articulo_str,
              f.almacen, concat_ws(' ', w.clave, w.nombre) as almacen_str,
              f.existencia, f.reservada, f.en_transito, f.minimo, f.maximo, f.minimo - f.existencia as faltante
            from f
              join almacen w on w.empresa_id = ${empresa}::int8 and w.id = f.almacen
            order by f.existencia / f.minimo, f.clave, f.articulo, f.almacen
            limit ${wanted.perPage} offset ${(wanted.page - 1) * wanted.perPage}) x), '[]') as rows`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the report returned no row')
  return row
}
