import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'
import type { RunRow } from './run-store.ts'

/** What earlier runs of the month and of the year paid a person. */
export interface PaidRow {
  readonly empleado: string
  readonly gravado_mes: string
  readonly isr_mes: string
  readonly subsidio_mes: string
  /** What the last receipt kept to round it. */
  readonly redondeo: string
  /** Exempt in the year, by key of `TipoPercepcion`. */
  readonly exento: Readonly<Record<string, string>>
  /** Taken for Fonacot in the month, by number of credit. */
  readonly fonacot: Readonly<Record<string, string>>
}

/**
 * Of receipts that nobody cancelled, of runs whose period ends before this one, or in it with an earlier id. A run that
 * is computed again sees what it saw at first.
 */
export async function findPaid(
  tx: Tx,
  empresa: EmpresaId,
  run: Pick<RunRow, 'id' | 'ejercicio' | 'mes' | 'fecha_fin'> & {
    readonly people: readonly string[]
  },
): Promise<ReadonlyMap<string, PaidRow>> {
  const rows = await tx.query<PaidRow>(
    sql`with before as materialized (
            select r.id, r.empleado, r.base_gravada, r.isr_retenido, r.subsidio_causado, r.redondeo_retenido,
              p.mes_acumulacion = ${run.mes}::int4 as es_mes, p.fecha_fin, n.id as nomina
            from recibo_nomina r
            join nomina n on n.empresa_id = ${empresa}::int8 and n.id = r.nomina
            join periodo_nomina p on p.empresa_id = ${empresa}::int8 and p.id = n.periodo
            where r.empresa_id = ${empresa}::int8 and r.empleado = any(${run.people}::int8[])
              and r.estado is distinct from 'cancelado' and n.estado is distinct from 'cancelada'
              and p.ejercicio = ${run.ejercicio}::int4
              and (p.fecha_fin, n.id) < (${run.fecha_fin}::date, ${run.id}::int8)
          )
          select b.empleado::text as empleado,
            coalesce(sum(b.base_gravada) filter (where b.es_mes), 0)::text as gravado_mes,
            coalesce(sum(b.isr_retenido) filter (where b.es_mes), 0)::text as isr_mes,
            coalesce(sum(b.subsidio_causado) filter (where b.es_mes), 0)::text as subsidio_mes,
            coalesce((array_agg(b.redondeo_retenido order by b.fecha_fin desc, b.nomina desc))[1], 0)::text as redondeo,
            coalesce((select jsonb_object_agg(k.clave, k.exento) from (
              select t.clave, sum(c.importe_exento)::text as exento
              from before x join recibo_nomina_concepto c on c.empresa_id = ${empresa}::int8 and c.recibo = x.id
              join concepto_nomina o on o.empresa_id = ${empresa}::int8 and o.id = c.concepto
              join tipo_percepcion t on t.id = o.tipo_percepcion
              where x.empleado = b.empleado and c.importe_exento <> 0 group by t.clave) k), '{}') as exento,
            coalesce((select jsonb_object_agg(k.referencia, k.importe) from (
              select c.referencia, sum(c.importe)::text as importe
              from before x join recibo_nomina_concepto c on c.empresa_id = ${empresa}::int8 and c.recibo = x.id
              join concepto_nomina o on o.empresa_id = ${empresa}::int8 and o.id = c.concepto
              where x.empleado = b.empleado and x.es_mes and o.calculo = 'fonacot' and c.referencia is not null
              group by c.referencia) k), '{}') as fonacot
          from before b group by b.empleado`,
  )
  return new Map(rows.map((row) => [row.empleado, row]))
}
