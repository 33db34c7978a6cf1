import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

interface Differences {
  /** Whether there is such a run. */
  readonly existe: boolean
  readonly total: number
  /** Id and folio of the run that it is compared with; null: there is none before it. */
  readonly anterior: number | null
  readonly anterior_str: string | null
  /** A JSON array as text. */
  readonly rows: string
}

/**
 * What a run pays and withholds by person and concept, beside the last run of the same group and kind before it; only
 * what differs, the largest difference first.
 */
export async function readPayrollDifferences(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly nomina: string; readonly page: number; readonly perPage: number },
): Promise<Differences> {
  const rows = await tx.query<Differences>(
    sql`with this as (
            select n.id, n.tipo, p.grupo, p.fecha_fin from nomina n
            join periodo_nomina p on p.empresa_id = ${empresa}::int8 and p.id = n.periodo
            where n.empresa_id = ${empresa}::int8 and n.id = ${wanted.nomina}::int8),
          last as materialized (
            select n.id, n.folio from this t
            join periodo_nomina p on p.empresa_id = ${empresa}::int8 and p.grupo = t.grupo
            join nomina n on n.empresa_id = ${empresa}::int8 and n.periodo = p.id and n.tipo = t.tipo
              and n.estado not in ('borrador', 'cancelada')
            where (p.fecha_fin, n.id) < (t.fecha_fin, t.id)
            order by p.fecha_fin desc, n.id desc limit 1),
          lines as materialized (
            select r.empleado, l.concepto,
              coalesce(sum(l.importe) filter (where r.nomina = ${wanted.nomina}::int8), 0) as importe,
              coalesce(sum(l.importe) filter (where r.nomina <> ${wanted.nomina}::int8), 0) as antes
            from recibo_nomina r
            join recibo_nomina_concepto l on l.empresa_id = ${empresa}::int8 and l.recibo = r.id
            where r.empresa_id = ${empresa}::int8 and r.estado is distinct from 'cancelado'
              and r.nomina in (select id from last union all select ${wanted.nomina}::int8)
            group by 1, 2),
          other as materialized (select * from lines where importe <> antes)
        select exists (select from this) as existe, (select count(*)::int4 from other) as total, (select id from last) as anterior,
          (select folio from last) as anterior_str, coalesce((select json_agg(row_to_json(x))::text from (
            select o.empleado, concat_ws(' ', e.numero, a.nombre, a.apellidos) as empleado_str,
              o.concepto, concat_ws(' ', c.clave, c.nombre) as concepto_str, c.tipo,
              o.antes, o.importe, o.importe - o.antes as diferencia
            from other o
              join empleado e on e.empresa_id = ${empresa}::int8 and e.id = o.empleado
              join asociado a on a.empresa_id = ${empresa}::int8 and a.id = e.asociado
              join concepto_nomina c on c.empresa_id = ${empresa}::int8 and c.id = o.concepto
            order by abs(o.importe - o.antes) desc, e.numero, c.clave
            limit ${wanted.perPage} offset ${(wanted.page - 1) * wanted.perPage}) x), '[]') as rows`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the report returned no row')
  return row
}
